/**
 * `append`: a whole group of appends in one statement, so one round trip and one commit. Arguments are columns: one
 * entry a journal (in id order), one a request (by journal, then in order of arrival), one a fact (by request).
 * Answers one row a request, in the same order:
 *
 * - `written`: after the tip in `tip_seq`, `tip_hash`, `tip_ts`. The caller places the facts by the same rule.
 * - `conflict`: nothing was written, the journal stands at `tip_seq`.
 * - `repeated`: the facts `tip_seq + 1` … `last_seq` are this append's, from an earlier try.
 * - `reused`: the key belongs to other facts, `tip_seq + 1` … `last_seq`.
 *
 * With a `channel` the change is told of in the same transaction, in the name of `sender`.
 *
 * Every process locks journals in id order, so groups wait for each other but never in a circle.
 *
 * Payloads come as one byte string and are cut out where they are stored: a batch may hold a gigabyte, more than a
 * text array can.
 */
export const APPEND_FUNCTION = `
CREATE OR REPLACE FUNCTION append(
  channel        text,
  sender         text,
  journal_ids    text[],
  request_counts int[],
  wishes         text[],
  expected_seqs  bigint[],
  key_names      text[],
  key_digests    text[],
  fact_counts    int[],
  fact_ids       text[],
  types          text[],
  versions       bigint[],
  digests        text[],
  payload_starts int[],
  payload_sizes  int[],
  payloads       bytea,
  again          boolean
) RETURNS TABLE (outcome text, tip_seq bigint, tip_hash text, tip_ts text, last_seq bigint)
LANGUAGE plpgsql AS $body$
DECLARE
  request      int := 0;
  fact         int := 0;
  last_request int;
  last_fact    int;
  creator      int;
  own_branch   bigint;
  old_head     bigint;
  new_head     bigint;
  new_hash     bytea;
  new_ts       text COLLATE "C";
  first_use    record;
  fact_total   int := cardinality(fact_ids);
  branches     bigint[] := array_fill(NULL::bigint, ARRAY[fact_total]);
  seqs         bigint[] := branches;
  hashes       bytea[] := array_fill(NULL::bytea, ARRAY[fact_total]);
  stamps       text[] := array_fill(NULL::text, ARRAY[fact_total]);
  keyed_facts  boolean[] := array_fill(NULL::boolean, ARRAY[fact_total]);
BEGIN
  FOR journal IN 1 .. cardinality(journal_ids) LOOP
    last_request := request + request_counts[journal];

    LOOP
      SELECT j.branch, j.head, j.head_hash, j.head_ts INTO own_branch, new_head, new_hash, new_ts
      FROM journals j WHERE j.id = journal_ids[journal] FOR NO KEY UPDATE;
      EXIT WHEN FOUND;
      -- The first request that can write to a journal that is not there yet makes it.
      SELECT min(i) INTO creator FROM generate_series(request + 1, last_request) i
      WHERE fact_counts[i] > 0 AND coalesce(expected_seqs[i], 0) = 0;
      EXIT WHEN creator IS NULL;
      INSERT INTO journals AS j (id, base, origin, native_from, created_at, head, head_hash, head_ts, seal)
      VALUES (journal_ids[journal], 0, '{"type":"created"}', 1, wishes[creator], 0, decode(repeat('00', 32), 'hex'), '',
              sha256(convert_to(journal_ids[journal] || E'\\n\\n0\\n{"type":"created"}\\n1\\n' || wishes[creator], 'UTF8')))
      ON CONFLICT (id) DO NOTHING
      RETURNING j.branch, j.head, j.head_hash, j.head_ts INTO own_branch, new_head, new_hash, new_ts;
      EXIT WHEN FOUND;
      -- Another process made it in between: lock that one.
    END LOOP;
    new_head := coalesce(new_head, 0);
    old_head := new_head;

    WHILE request < last_request LOOP
      request := request + 1;
      last_fact := fact + fact_counts[request];
      tip_seq := new_head; tip_hash := encode(new_hash, 'hex'); tip_ts := new_ts;

      IF key_names[request] IS NOT NULL THEN
        SELECT k.digest, k.from_seq, k.to_seq INTO first_use
        FROM keys k WHERE k.branch = own_branch AND k.name = key_names[request];
        IF FOUND THEN
          -- An empty digest is that of facts of which one was erased: nobody can tell them from others any more.
          outcome := CASE WHEN encode(first_use.digest, 'hex') IN ('', key_digests[request]) THEN 'repeated' ELSE 'reused' END;
          tip_seq := first_use.from_seq - 1; last_seq := first_use.to_seq;
          RETURN NEXT;
          fact := last_fact;
          CONTINUE;
        END IF;
      END IF;

      IF expected_seqs[request] <> new_head THEN
        outcome := 'conflict';
        IF again AND last_fact > fact AND EXISTS (
          SELECT FROM facts f WHERE f.branch = own_branch AND f.seq = expected_seqs[request] + 1
          AND f.id = fact_ids[fact + 1] AND f.digest = decode(digests[fact + 1], 'hex')
        ) THEN
          outcome := 'repeated';
          tip_seq := expected_seqs[request]; last_seq := tip_seq + last_fact - fact;
        END IF;
        RETURN NEXT;
        fact := last_fact;
        CONTINUE;
      END IF;

      outcome := 'written';
      RETURN NEXT;
      CONTINUE WHEN fact = last_fact;
      new_ts := greatest(new_ts, wishes[request]);
      IF key_names[request] IS NOT NULL THEN
        keyed_facts[fact + 1] := true;
      END IF;
      WHILE fact < last_fact LOOP
        fact := fact + 1;
        new_head := new_head + 1;
        new_hash := sha256(convert_to(
          encode(new_hash, 'hex') || E'\\n' || new_head || E'\\n' || fact_ids[fact] || E'\\n' || new_ts || E'\\n'
          || types[fact] || E'\\n' || versions[fact] || E'\\n' || digests[fact], 'UTF8'));
        branches[fact] := own_branch; seqs[fact] := new_head; stamps[fact] := new_ts; hashes[fact] := new_hash;
      END LOOP;
      IF key_names[request] IS NOT NULL THEN
        INSERT INTO keys (branch, name, digest, from_seq, to_seq, seal)
        VALUES (own_branch, key_names[request], decode(key_digests[request], 'hex'), tip_seq + 1, new_head,
                sha256(convert_to(key_names[request] || E'\\n' || key_digests[request] || E'\\n' || (tip_seq + 1) || E'\\n'
                                  || new_head, 'UTF8')));
      END IF;
    END LOOP;

    IF new_head > old_head THEN
      UPDATE journals j SET head = new_head, head_hash = new_hash, head_ts = new_ts WHERE j.branch = own_branch;
      IF channel IS NOT NULL THEN
        PERFORM pg_notify(channel, sender || ' ' || journal_ids[journal]);
      END IF;
    END IF;
  END LOOP;

  INSERT INTO facts (branch, seq, v, id, ts, type, digest, hash, keyed, payload)
  SELECT branches[i], seqs[i], versions[i], fact_ids[i], stamps[i], types[i], decode(digests[i], 'hex'), hashes[i],
         keyed_facts[i], convert_from(substring(payloads FROM payload_starts[i] FOR payload_sizes[i]), 'UTF8')
  FROM generate_series(1, fact_total) i WHERE branches[i] IS NOT NULL;
END
$body$;
`;

/** What PostgreSQL keeps of the function. */
export const APPEND_FUNCTION_BODY = APPEND_FUNCTION.split('$body$')[1] ?? '';

const [, SIGNATURE = '', RESULT = ''] =
  /append\(([^)]*)\) RETURNS (TABLE \([^)]*\))/.exec(APPEND_FUNCTION) ?? [];

/** Its arguments and its result, as PostgreSQL writes them. */
export const APPEND_FUNCTION_SIGNATURE = {
  arguments: SIGNATURE.trim().replaceAll(/\s+/g, ' ').replaceAll(' int[]', ' integer[]'),
  result: RESULT.replace('TABLE (', 'TABLE('),
} as const;
