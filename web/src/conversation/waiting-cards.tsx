import type { Waiting } from '../api/contracts.ts';
import { useShown } from '../state/open-session.ts';
import { BudgetCard } from './budget-card.tsx';
import { DraftCard } from './draft-card.tsx';
import { OptionsCard } from './options-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { QuestionCard } from './question-card.tsx';
import { StoppedCard } from './stopped-card.tsx';
import { TaskOutcomeCard } from './task-outcome-card.tsx';

/** Everything in this session that waits for a person: the most visible thing on the page. */
export function WaitingCards() {
  const shown = useShown();
  const waiting = shown?.waiting ?? [];
  if (waiting.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-3">
      {waiting.map((item) => (
        <WaitingCard key={`${item.type}-${item.seq}-${subjectOf(item)}`} item={item} />
      ))}
    </div>
  );
}

/** What waits, as a card that can be acted on. */
export function WaitingCard({ item }: { readonly item: Waiting }) {
  switch (item.type) {
    case 'draft':
      return <DraftCard item={item} />;
    case 'question':
      return (
        <QuestionCard
          question={item.prompt}
          placeholder={item.placeholder}
          answer={(text) => ({ type: 'answer', qid: item.qid, text })}
        />
      );
    case 'task-question':
      return (
        <QuestionCard
          question={item.question}
          about={`Task ${item.taskId}`}
          answer={(answer) => ({ type: 'task-answer', taskId: item.taskId, answer })}
        />
      );
    case 'trip-question':
      return (
        <QuestionCard
          question={item.question}
          about={item.reason}
          answer={(text) => ({ type: 'say', text })}
        />
      );
    case 'task-outcome':
      return <TaskOutcomeCard taskId={item.taskId} description={item.description} />;
    case 'trip-repair':
      return <OptionsCard reason={item.reason} options={item.options} />;
    case 'plan':
      return <PlanCard item={item} />;
    case 'budget':
      return <BudgetCard item={item} />;
    case 'stopped':
      return <StoppedCard item={item} />;
    default:
      return item satisfies never;
  }
}

function subjectOf(item: Waiting): string {
  switch (item.type) {
    case 'draft':
      return item.composeId;
    case 'question':
      return item.qid;
    case 'task-question':
    case 'task-outcome':
      return String(item.taskId);
    case 'plan':
      return item.requestId;
    default:
      return '';
  }
}
