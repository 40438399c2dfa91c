// How the team store lies in PostgreSQL, as numbered migrations: only `rethread team migrate` runs them. A migration that
// was released is never changed; what is new is a migration behind it.
//
// Every table has a column by which Citus can distribute it, and that column is part of every key: that of a session's rows
// is the session, that of what counts once for all sessions is the message. Nothing here is of Citus itself.

/** By which column a table is distributed; `everywhere`: small, and there on every node. */
export const DISTRIBUTION = {
  sources: 'session_key',
  entries: 'session_key',
  texts: 'session_key',
  touches: 'session_key',
  packs: 'session_key',
  cards: 'session_key',
  token_events: 'message',
  messages: 'message',
  daily: 'day',
  folders: 'everywhere',
  facts: 'everywhere',
  members: 'everywhere',
  migrations: 'everywhere',
} as const satisfies Readonly<Record<string, string>>

/** Rows of a machine, which its device alone may write and only members of the team may read. */
const OWNED = ['sources', 'entries', 'texts', 'touches', 'packs', 'cards', 'token_events'] as const

const OWNER_COLUMNS = 'machine text COLLATE "C" NOT NULL DEFAULT \'\', team text COLLATE "C" NOT NULL DEFAULT \'\''
const KEY = 'session_key text COLLATE "C" NOT NULL, path text COLLATE "C" NOT NULL'

const TABLES = `
CREATE TABLE rethread.facts(name text PRIMARY KEY, value double precision);
CREATE TABLE rethread.folders(path text COLLATE "C" PRIMARY KEY, print text NOT NULL);
CREATE TABLE rethread.members(
  role text COLLATE "C" NOT NULL, team text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('device', 'reader')), machine text COLLATE "C",
  PRIMARY KEY(role, team)
);
CREATE TABLE rethread.sources(
  ${KEY},
  arrival bigserial NOT NULL,
  folder text COLLATE "C" NOT NULL, session text COLLATE "C" NOT NULL, agent text,
  dev double precision NOT NULL, ino double precision NOT NULL, size bigint NOT NULL,
  mtime double precision NOT NULL, title_mtime double precision NOT NULL,
  read_offset bigint NOT NULL, read_line bigint NOT NULL, head text NOT NULL, tail text NOT NULL,
  read_figures text NOT NULL, open text NOT NULL, figures text NOT NULL,
  edition bigint NOT NULL, gone smallint NOT NULL, problem text, outline text,
  project text, cursor text,
  ${OWNER_COLUMNS},
  PRIMARY KEY(session_key, path)
);
CREATE INDEX sources_by_path ON rethread.sources(path);
CREATE INDEX sources_by_folder ON rethread.sources(folder);
CREATE INDEX sources_by_arrival ON rethread.sources(arrival);
CREATE TABLE rethread.entries(
  ${KEY}, place bigint NOT NULL, line bigint NOT NULL, bytes bigint NOT NULL, raw bytea NOT NULL,
  ${OWNER_COLUMNS},
  PRIMARY KEY(session_key, path, place)
);
ALTER TABLE rethread.entries ALTER COLUMN raw SET STORAGE EXTERNAL;
CREATE TABLE rethread.texts(
  ${KEY}, place bigint NOT NULL,
  field smallint NOT NULL, line bigint NOT NULL, at bigint NOT NULL, length bigint NOT NULL,
  tool text, error smallint NOT NULL, time double precision,
  size bigint NOT NULL, words text NOT NULL, vector tsvector NOT NULL, loose tsvector NOT NULL, large boolean NOT NULL,
  ${OWNER_COLUMNS},
  PRIMARY KEY(session_key, path, place)
);
CREATE INDEX texts_by_word ON rethread.texts USING gin(vector) WITH (fastupdate = off);
CREATE INDEX texts_large ON rethread.texts(session_key) WHERE large;
CREATE TABLE rethread.touches(
  ${KEY}, result_offset bigint NOT NULL, at bigint NOT NULL,
  file text COLLATE "C" NOT NULL, changed smallint NOT NULL, tool text NOT NULL,
  line bigint NOT NULL, length bigint NOT NULL, time double precision,
  ${OWNER_COLUMNS},
  PRIMARY KEY(session_key, path, result_offset, at)
);
CREATE INDEX touches_by_file ON rethread.touches USING gin(file public.gin_trgm_ops) WITH (fastupdate = off);
CREATE TABLE rethread.packs(
  ${KEY}, place bigint NOT NULL, pack bytea NOT NULL,
  ${OWNER_COLUMNS},
  PRIMARY KEY(session_key, path, place)
);
CREATE TABLE rethread.cards(
  ${KEY},
  dev double precision NOT NULL, ino double precision NOT NULL, size bigint NOT NULL,
  mtime double precision NOT NULL, title_mtime double precision NOT NULL,
  project text, titles text NOT NULL, card text NOT NULL,
  ${OWNER_COLUMNS},
  PRIMARY KEY(session_key, path)
);
CREATE TABLE rethread.token_events(
  message text COLLATE "C" NOT NULL, ${KEY}, place bigint NOT NULL, arrival bigint NOT NULL,
  time double precision, model text, project text,
  input bigint NOT NULL, output bigint NOT NULL, cache_read bigint NOT NULL, cache_write bigint NOT NULL,
  ${OWNER_COLUMNS},
  PRIMARY KEY(message, session_key, path, place)
);
CREATE INDEX token_events_by_source ON rethread.token_events(session_key, path, place);
CREATE TABLE rethread.messages(
  message text COLLATE "C" PRIMARY KEY,
  day date, team text COLLATE "C", project text, model text,
  input bigint NOT NULL DEFAULT 0, output bigint NOT NULL DEFAULT 0,
  cache_read bigint NOT NULL DEFAULT 0, cache_write bigint NOT NULL DEFAULT 0
);
CREATE TABLE rethread.daily(
  day date NOT NULL, team text COLLATE "C" NOT NULL, project text COLLATE "C" NOT NULL, model text COLLATE "C" NOT NULL,
  messages bigint NOT NULL, input bigint NOT NULL, output bigint NOT NULL,
  cache_read bigint NOT NULL, cache_write bigint NOT NULL,
  PRIMARY KEY(day, team, project, model)
);
`

/**
 * A message that stands in several sessions counts once: with the figures of the session that came first. The rows of the
 * messages are locked before anything is added up, in one order, so that two who write about one message wait for each other.
 */
const COUNTING = `
CREATE FUNCTION rethread.recount(changed text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $body$
BEGIN
  INSERT INTO rethread.messages(message)
    SELECT DISTINCT one FROM unnest(changed) AS one ORDER BY one
    ON CONFLICT (message) DO UPDATE SET message = excluded.message;
  WITH first AS (
    SELECT DISTINCT ON (message) message, session_key, path FROM rethread.token_events
    WHERE message = ANY(changed) ORDER BY message, arrival, path
  ), now AS (
    SELECT events.message, min(events.team) AS team,
      (to_timestamp(coalesce(min(events.time), 0) / 1000.0) AT TIME ZONE 'UTC')::date AS day,
      coalesce(min(events.project), '') AS project, coalesce(min(events.model), '') AS model,
      max(input) AS input, max(output) AS output, max(cache_read) AS cache_read, max(cache_write) AS cache_write
    FROM rethread.token_events AS events JOIN first USING (message, session_key, path) GROUP BY events.message
  ), moved AS (
    SELECT day, team, project, model, -1 AS messages, -input AS input, -output AS output,
      -cache_read AS cache_read, -cache_write AS cache_write
    FROM rethread.messages WHERE message = ANY(changed) AND day IS NOT NULL
    UNION ALL
    SELECT day, team, project, model, 1, input, output, cache_read, cache_write FROM now
  ), added AS (
    INSERT INTO rethread.daily
    SELECT day, team, project, model, sum(messages), sum(input), sum(output), sum(cache_read), sum(cache_write)
    FROM moved GROUP BY day, team, project, model
    HAVING sum(messages) <> 0 OR sum(input) <> 0 OR sum(output) <> 0 OR sum(cache_read) <> 0 OR sum(cache_write) <> 0
    ORDER BY day, team, project, model
    ON CONFLICT (day, team, project, model) DO UPDATE SET
      messages = daily.messages + excluded.messages, input = daily.input + excluded.input,
      output = daily.output + excluded.output, cache_read = daily.cache_read + excluded.cache_read,
      cache_write = daily.cache_write + excluded.cache_write
  )
  UPDATE rethread.messages AS known SET day = now.day, team = now.team, project = now.project, model = now.model,
    input = now.input, output = now.output, cache_read = now.cache_read, cache_write = now.cache_write
  FROM unnest(changed) AS one LEFT JOIN now ON now.message = one WHERE known.message = one AND now.message IS NOT NULL;
  DELETE FROM rethread.messages AS known WHERE known.message = ANY(changed)
    AND NOT EXISTS (SELECT 1 FROM rethread.token_events AS events WHERE events.message = known.message);
END $body$;
`

/** Who asks is whoever has logged in: no variable of a session, and no role that somebody takes on. */
const WHO = `
CREATE FUNCTION rethread.my_machine() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS
$$ SELECT machine FROM rethread.members WHERE role = session_user AND kind = 'device' LIMIT 1 $$;
CREATE FUNCTION rethread.my_team() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS
$$ SELECT team FROM rethread.members WHERE role = session_user AND kind = 'device' LIMIT 1 $$;
CREATE FUNCTION rethread.my_teams() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS
$$ SELECT coalesce(array_agg(team), '{}') FROM rethread.members WHERE role = session_user AND kind = 'reader' $$;
CREATE FUNCTION rethread.is_owner() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS
$$ SELECT pg_has_role(session_user, relowner, 'MEMBER') FROM pg_class WHERE oid = 'rethread.sources'::regclass $$;
`

/**
 * Row-level security does not let an index of words be used, since matching words could tell of rows that nobody may see.
 * These look words and paths up first, and give places of such rows only as whoever asks may see. Few are expected: then the
 * rows themselves are looked up one by one, and no table is read from end to end.
 */
const LOOKING_UP = `
CREATE FUNCTION rethread.candidates(question tsquery) RETURNS TABLE(session_key text, path text, place bigint)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
  SELECT session_key, path, place FROM rethread.texts WHERE (vector @@ question OR large)
  AND ((SELECT rethread.is_owner()) OR team = ANY((SELECT rethread.my_teams())::text[])
    OR machine = (SELECT rethread.my_machine()))
$$;
CREATE FUNCTION rethread.touched(whole text, ending text)
RETURNS TABLE(session_key text, path text, result_offset bigint, at bigint)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
  SELECT session_key, path, result_offset, at FROM rethread.touches WHERE (file = whole OR file LIKE ending)
  AND ((SELECT rethread.is_owner()) OR team = ANY((SELECT rethread.my_teams())::text[])
    OR machine = (SELECT rethread.my_machine()))
$$;
CREATE FUNCTION rethread.words_like(beginning tsquery, prefix text, most bigint) RETURNS TABLE(word text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT DISTINCT one COLLATE "C" FROM (
    SELECT vector, loose FROM rethread.texts WHERE (beginning IS NULL OR vector @@ beginning)
    AND ((SELECT rethread.is_owner()) OR team = ANY((SELECT rethread.my_teams())::text[])
      OR machine = (SELECT rethread.my_machine())) LIMIT 20000
  ) AS near, unnest(tsvector_to_array(vector)) AS one
  WHERE starts_with(one, prefix) AND NOT one = ANY(tsvector_to_array(loose)) ORDER BY 1 LIMIT most
$$;
`

const ROLES = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'rethread_device') THEN CREATE ROLE rethread_device NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'rethread_reader') THEN CREATE ROLE rethread_reader NOLOGIN; END IF;
END $$;
REVOKE ALL ON SCHEMA rethread FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA rethread FROM PUBLIC;
GRANT USAGE ON SCHEMA rethread TO rethread_device, rethread_reader;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA rethread TO rethread_device, rethread_reader;
REVOKE EXECUTE ON FUNCTION rethread.recount(text[]) FROM rethread_reader;
GRANT USAGE ON SEQUENCE rethread.sources_arrival_seq TO rethread_device;
${OWNED.map(
  table => `
GRANT SELECT, INSERT, UPDATE, DELETE ON rethread.${table} TO rethread_device;
GRANT SELECT ON rethread.${table} TO rethread_reader;
ALTER TABLE rethread.${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_machine ON rethread.${table} TO rethread_device
  USING (machine = (SELECT rethread.my_machine()))
  WITH CHECK (machine = (SELECT rethread.my_machine()) AND team = (SELECT rethread.my_team())
    AND starts_with(path, (SELECT rethread.my_machine()) || '/')
    AND starts_with(session_key, (SELECT rethread.my_machine()) || '/'));
CREATE POLICY own_teams ON rethread.${table} FOR SELECT TO rethread_reader
  USING (team = ANY((SELECT rethread.my_teams())::text[]));`,
).join('')}
GRANT SELECT ON rethread.daily TO rethread_reader;
ALTER TABLE rethread.daily ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_teams ON rethread.daily FOR SELECT TO rethread_reader
  USING (team = ANY((SELECT rethread.my_teams())::text[]));
ALTER TABLE rethread.messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE rethread.members ENABLE ROW LEVEL SECURITY;
ALTER TABLE rethread.folders ENABLE ROW LEVEL SECURITY;
ALTER TABLE rethread.facts ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON rethread.migrations TO rethread_device, rethread_reader;
`

/** In order; the number of a migration is its place, from 1 on. */
export const MIGRATIONS: readonly string[] = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;${TABLES}${COUNTING}${WHO}${LOOKING_UP}${ROLES}`,
  // A plan that was made while the tables were small would read all of them for a few messages, long after they have grown.
  'ALTER FUNCTION rethread.recount(text[]) SET enable_seqscan = off',
]
