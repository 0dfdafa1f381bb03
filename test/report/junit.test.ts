import { describe, expect, it } from 'vitest';
import { escapeXml, junit } from '../../src/report/junit.js';
import { holds, inconclusive, sources, violated } from './sample.js';

describe('the junit report', () => {
  it('has a suite for each file and a case for each property', () => {
    expect(
      junit({ version: '1', results: [violated, holds, inconclusive], diagnostics: [], sources }),
    ).toBe(`\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="heddle" tests="3" failures="1" errors="0" skipped="1" time="1.262">
  <testsuite name="phil.lts" tests="2" failures="1" errors="0" skipped="0" time="1.262">
    <testcase classname="phil.lts" name="deadlock-free" time="0.012">
      <failure type="violated" message="phil.0 and phil.1 wait for one another">1. phil.0 and fork.0: 0.get
   phil.0  phil.lts:2  PHIL = (right.get -&gt; left.get -&gt; eat -&gt; PHIL).
   fork.0  phil.lts:1  FORK = (get -&gt; put -&gt; FORK).
2. phil.1 and fork.1: 1.get
then nothing can move:
  phil.0 (phil.lts:2) waits for 1.get, which needs phil.1
  phil.1 at PHIL.1 waits for 0.get, which needs phil.0
  clock is at an end and may stay there
in a circle, each waits for the next:
  ┌─► phil.0 ─► phil.1 ─┐
  └─────────────────────┘
</failure>
    </testcase>
    <testcase classname="phil.lts" name="EATING" time="1.250"/>
  </testsuite>
  <testsuite name="big.lts" tests="1" failures="0" errors="0" skipped="1" time="0.000">
    <testcase classname="big.lts" name="live" time="0.000">
      <skipped message="not all states were visited"/>
    </testcase>
  </testsuite>
</testsuites>
`);
  });

  it('reports a wrong input as an error', () => {
    const span = { file: 'phil.lts', line: 1, column: 9, endLine: 1, endColumn: 12 };
    const diagnostics = [{ code: 'syntax', severity: 'error', message: 'a < b', span } as const];
    expect(junit({ version: '1', results: [], diagnostics, sources })).toBe(`\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="heddle" tests="1" failures="0" errors="1" skipped="0" time="0.000">
  <testsuite name="phil.lts" tests="1" failures="0" errors="1" skipped="0" time="0.000">
    <testcase classname="phil.lts" name="input" time="0.000">
      <error type="syntax" message="a &lt; b">phil.lts:1:9: error: a &lt; b
  1 | FORK = (get -&gt; put -&gt; FORK).
    |         ^^^
</error>
    </testcase>
  </testsuite>
</testsuites>
`);
  });

  it('escapes what XML cannot carry', () => {
    expect(escapeXml('<a b="c">&\u0000\u001b\uffff\n')).toBe(
      '&lt;a b=&quot;c&quot;&gt;&amp;\\x00\\x1b\ufffd\n',
    );
  });
});
