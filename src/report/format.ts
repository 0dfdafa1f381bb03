/** The reporters by name. */
import { json } from './json.js';
import { junit } from './junit.js';
import { pretty } from './pretty.js';
import type { Report } from './report.js';
import { sarif } from './sarif.js';
import { plainStyle } from './style.js';

export type Format = 'pretty' | 'json' | 'sarif' | 'junit';

export function render(format: Format, report: Report): string {
  switch (format) {
    case 'pretty':
      return pretty(report, plainStyle);
    case 'json':
      return json(report);
    case 'sarif':
      return sarif(report);
    case 'junit':
      return junit(report);
  }
}
