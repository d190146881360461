import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiProblem } from '../api/client.ts';
import type { SetupField, SetupSnapshot } from '../api/contracts.ts';
import { askWhenReachable } from '../state/connection.ts';
import { inFieldOrder, type SetupEdits } from './setup-edits.ts';

const TYPING_MS = 200;

/** A setup card, evaluated by the server. */
export interface EvaluatedSetup {
  /** The last result; `undefined` until there is one. */
  readonly snapshot: SetupSnapshot | undefined;
  /** Whether it is the result for the current input. */
  readonly isCurrent: boolean;
  readonly problem: ApiProblem | undefined;
}

interface Question {
  readonly path: string;
  readonly edits: SetupEdits;
  readonly version: string;
  readonly planner: string | undefined;
}

interface Answer {
  readonly to: Question;
  readonly snapshot?: SetupSnapshot;
  readonly problem?: ApiProblem;
}

/**
 * Has the server evaluate a card after each input, and when `version` says that another setup is applied. Only the result
 * of the latest request counts. `planner` is another planner than the session's.
 */
export function useEvaluatedSetup(
  path: string,
  edits: SetupEdits,
  version: string,
  planner?: string,
): EvaluatedSetup {
  const question = useMemo<Question>(
    () => ({ path, edits, version, planner }),
    [path, edits, version, planner],
  );
  const [answer, setAnswer] = useState<Answer>();
  const fields = useRef<readonly SetupField[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const isTyping = Object.keys(question.edits).length > 0;
    const timer = setTimeout(
      () => {
        void evaluated(question, fields.current, controller.signal).then((came) => {
          if (controller.signal.aborted) return;
          fields.current = came.snapshot?.fields ?? fields.current;
          setAnswer((before) => ({ ...(before?.snapshot && { snapshot: before.snapshot }), ...came }));
        });
      },
      isTyping ? TYPING_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [question]);
  return {
    snapshot: answer?.snapshot,
    isCurrent: answer?.to === question && answer.problem === undefined,
    problem: answer?.problem,
  };
}

async function evaluated(
  question: Question,
  fields: readonly SetupField[],
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const values = inFieldOrder(question.edits, fields);
    const snapshot = await askWhenReachable<SetupSnapshot>(question.path, {
      body: { values, ...(question.planner !== undefined && { planner: question.planner }) },
      signal,
    });
    return { to: question, snapshot };
  } catch (error) {
    if (error instanceof ApiProblem || signal.aborted) {
      return { to: question, ...(error instanceof ApiProblem && { problem: error }) };
    }
    throw error;
  }
}
