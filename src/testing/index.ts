/**
 * @module Test helpers for programs that use Wayfold: given/when/then for handlers, simulated time and ids, and the
 *   contract suites for stores and planners. Works with any test runner.
 *
 * ```ts
 * import { openJournal, memoryStore } from 'wayfold/journal';
 * import { SimulatedClock, sequentialIds } from 'wayfold/testing';
 *
 * const clock = new SimulatedClock('2026-06-01T12:00:00.000Z');
 * const journal = openJournal(memoryStore(), 'notes', { clock, newId: sequentialIds() });
 * await journal.append([{ type: 'note_added', text: 'now' }]);
 * clock.advance(1000);
 * await journal.append([{ type: 'note_added', text: 'a second later' }]);
 * for (const { id, ts } of await journal.facts()) console.log(id, ts);
 * // f-1 2026-06-01T12:00:00.000Z
 * // f-2 2026-06-01T12:00:01.000Z
 * ```
 */

// Handlers

export { given } from './given-when-then.ts';

// Stores and planners

export { factStoreContract, type TestRunner } from './fact-store-contract.ts';
export { type PlannerSamples, plannerContract } from './planner-contract.ts';
export { type PlannerOnSurfaces, plannerSurfaceContract } from './planner-surface-contract.ts';

// Models

export { type ScriptedModel, type ScriptedStep, scriptedModel } from './scripted-model.ts';

// Time and ids

export { sequentialIds } from './sequential-ids.ts';
export { SimulatedClock } from './simulated-clock.ts';
