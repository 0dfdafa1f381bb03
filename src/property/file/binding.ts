/** What goes into the binding of a property, and what comes out. */
import type { Diagnostic } from '../../model/diagnostic.js';
import type { System } from '../../model/system.js';
import type { Ask } from '../question.js';
import type { PropertyFile } from './property.js';
import type { EventResolver } from './resolve.js';

export interface Bound {
  ask: Ask;
  notices?: string[];
}

/** What every notation needs to be bound. */
export interface Binding {
  file: PropertyFile;
  system: System;
  resolver: EventResolver;
  diagnostics: Diagnostic[];
}
