/** How text for people is drawn: with or without colour, with or without characters beyond ASCII. */
export interface Style {
  color: boolean;
  unicode: boolean;
  /** Columns to stay within. */
  width: number;
}

export const plainStyle: Style = { color: false, unicode: true, width: 100 };

const codes = { red: 31, green: 32, yellow: 33, blue: 34, cyan: 36, bold: 1, faint: 2 } as const;

export type Paint = keyof typeof codes;

export function paint(style: Style, color: Paint, text: string): string {
  return style.color && text !== '' ? `\u001b[${codes[color]}m${text}\u001b[0m` : text;
}

export interface Symbols {
  holds: string;
  violated: string;
  inconclusive: string;
  becomes: string;
  ellipsis: string;
  rule: string;
}

const unicodeSymbols: Symbols = {
  holds: '✓',
  violated: '✗',
  inconclusive: '?',
  becomes: '→',
  ellipsis: '…',
  rule: '─',
};

const asciiSymbols: Symbols = {
  holds: '+',
  violated: 'x',
  inconclusive: '?',
  becomes: '->',
  ellipsis: '...',
  rule: '-',
};

export function symbolsOf(style: Style): Symbols {
  return style.unicode ? unicodeSymbols : asciiSymbols;
}
