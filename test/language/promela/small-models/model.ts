export interface SmallModel {
  name: string;
  text: string;
  stored: number;
  invalidEndState: boolean;
  assertionViolated: boolean;
}
