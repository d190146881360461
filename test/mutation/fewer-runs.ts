import fc from 'fast-check';

/** A property that notices a change does so within a few examples; there are thousands of changes to try. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 20 });
