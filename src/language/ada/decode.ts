/** Bytes of an Ada file to its text: UTF-8 where it is that, else Latin-1, the letters Ada began with. */
export function decodeAda(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}
