/** The reporters by name; each is loaded when it is asked for. */
import { pretty } from './pretty.js';
import type { Report } from './report.js';
import { plainStyle } from './style.js';

export type Format = 'pretty' | 'json' | 'sarif' | 'junit';

export async function render(format: Format, report: Report): Promise<string> {
  switch (format) {
    case 'pretty':
      return pretty(report, plainStyle);
    case 'json':
      return (await import('./json.js')).json(report);
    case 'sarif':
      return (await import('./sarif.js')).sarif(report);
    case 'junit':
      return (await import('./junit.js')).junit(report);
  }
}
