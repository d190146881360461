import { describe, expect, it } from 'vitest';
import type { ProposedFact } from '../../journal/fact.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { agentLinkOf } from './connected/agent-link.ts';
import { contactAfter, isOpenToCallers, NO_CONTACT } from './outside-contact.ts';
import { publishedTasksOf } from './published/published-tasks.ts';

const published = { type: 'session_published' };
const unpublished = { type: 'session_unpublished' };
const archived = { type: 'session_archived' };
const reopened = { type: 'session_reopened' };
const context = { type: 'a2a_context_opened', contextId: 'c', publishedSession: 'p' };
const connected = { type: 'agent_connected', cardUrl: 'https://agent.example/card', name: 'Miller' };
const disconnected = { type: 'agent_disconnected' };

async function written(facts: readonly ProposedFact[]) {
  const journal = openJournal(memoryStore(), 'j');
  await journal.append([{ type: 'session_created', title: 'Flour', plannerId: 'drafter' }, ...facts]);
  return journal;
}

/** The contact of a journal, and whether it is archived, read fact by fact. */
async function readContact(journal: ReturnType<typeof openJournal>) {
  const { nativeFrom = 1 } = (await journal.describe()) ?? {};
  let contact = NO_CONTACT;
  let isArchived = false;
  for (const fact of await journal.facts()) {
    isArchived = fact.type === 'session_archived' || (isArchived && fact.type !== 'session_reopened');
    contact = contactAfter(contact, fact, { nativeFrom, archived: isArchived });
  }
  return { published: contact.published, isOpen: isOpenToCallers(contact, isArchived), link: contact.link };
}

/** The same as its tasks and its link have it. */
async function expected(journal: ReturnType<typeof openJournal>) {
  const tasks = await publishedTasksOf(journal);
  return {
    published: tasks.publication !== undefined,
    isOpen: tasks.isOpenToCallers,
    link: await agentLinkOf(journal),
  };
}

describe('the contact of a session with the outside', () => {
  it.each<readonly ProposedFact[][]>([
    [[]],
    [[published]],
    [[published, unpublished]],
    [[published, archived]],
    [[published, archived, reopened]],
    [[archived, published, reopened]],
    [[archived, reopened, published]],
    [[context]],
    [[context, archived]],
    [[context, archived, reopened]],
    [[connected]],
    [[connected, disconnected]],
    [[connected, disconnected, connected, published]],
  ])('is what its tasks and its link come to: %j', async (facts) => {
    const journal = await written(facts);
    expect(await readContact(journal)).toEqual(await expected(journal));
  });

  it('is none of what a copy brings', async () => {
    const journal = await written([published, connected]);
    const fork = await journal.fork(3, 'fork');
    expect(await readContact(fork)).toEqual({ published: false, isOpen: false, link: undefined });
  });

  it('ends with what is erased of it', async () => {
    const journal = await written([context, connected]);
    await journal.redact(2);
    await journal.redact(3);
    expect(await readContact(journal)).toEqual(await expected(journal));
    expect((await readContact(journal)).link).toBeUndefined();
  });
});
