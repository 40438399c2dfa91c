// How the index lies in SQLite. An index of another version is made anew: it is a cache.

import type { TextField } from '../store.js'

/** Changes with the tables and with what is written into them: an older index then counts as none. */
export const VERSION = 3
/** Tells the index from any other file that may lie under its name ("rthd"). */
export const APPLICATION = 0x72746864

/**
 * The number of a text is that of a block of texts with its place in the block; a source has as many blocks as it needs.
 * So the postings of a word lie source by source, in small steps, and those of one source are found without the others.
 */
export const SHIFT = 10
export const PLACES = 2 ** SHIFT

/** What there is most of stands first: every other column costs two bytes a posting. */
export const COLUMNS: readonly TextField[] = ['output', 'input', 'answer', 'thinking', 'prompt', 'title', 'path']

export const TABLES = `
CREATE TABLE facts(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE names(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE folders(path TEXT PRIMARY KEY, print TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sources(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL UNIQUE,
  folder TEXT NOT NULL,
  session TEXT NOT NULL,
  agent TEXT,
  dev REAL NOT NULL, ino REAL NOT NULL, size INTEGER NOT NULL, mtime REAL NOT NULL, title_mtime REAL NOT NULL,
  read_offset INTEGER NOT NULL, read_line INTEGER NOT NULL, head TEXT NOT NULL, tail TEXT NOT NULL,
  read_figures TEXT NOT NULL, open TEXT NOT NULL,
  figures TEXT NOT NULL,
  edition INTEGER NOT NULL,
  gone INTEGER NOT NULL,
  problem TEXT,
  outline TEXT
);
CREATE INDEX sources_of_folder ON sources(folder);
CREATE INDEX sources_of_session ON sources(session);
CREATE INDEX sources_counted ON sources(gone, agent, size);
CREATE INDEX sources_with_problem ON sources(path) WHERE problem IS NOT NULL;
CREATE TABLE blocks(id INTEGER PRIMARY KEY, source INTEGER NOT NULL);
CREATE INDEX blocks_of_source ON blocks(source);
CREATE TABLE cards(
  source INTEGER PRIMARY KEY,
  text INTEGER NOT NULL,
  dev REAL NOT NULL, ino REAL NOT NULL, size INTEGER NOT NULL, mtime REAL NOT NULL, title_mtime REAL NOT NULL,
  project TEXT, titles TEXT NOT NULL, card TEXT NOT NULL
);
CREATE TABLE texts(
  id INTEGER PRIMARY KEY,
  field INTEGER NOT NULL, line INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL,
  tool INTEGER, error INTEGER NOT NULL, time INTEGER
);
CREATE TABLE tokens(
  source INTEGER NOT NULL, offset INTEGER NOT NULL, pack BLOB NOT NULL,
  PRIMARY KEY(source, offset)
) WITHOUT ROWID;
CREATE TABLE touches(
  source INTEGER NOT NULL, result_offset INTEGER NOT NULL, offset INTEGER NOT NULL,
  path INTEGER NOT NULL, changed INTEGER NOT NULL, tool INTEGER NOT NULL,
  line INTEGER NOT NULL, length INTEGER NOT NULL, time INTEGER,
  PRIMARY KEY(source, result_offset, offset)
) WITHOUT ROWID;
CREATE INDEX touches_of_path ON touches(path);
CREATE VIRTUAL TABLE words USING fts5(
  ${COLUMNS.join(', ')}, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0'
);
CREATE VIRTUAL TABLE parts USING fts5(
  part, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 0'
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, 'row');
INSERT INTO words(words, rank) VALUES('hashsize', 33554432);
INSERT INTO words(words, rank) VALUES('automerge', 8);
INSERT INTO parts(parts, rank) VALUES('hashsize', 8388608);
INSERT INTO parts(parts, rank) VALUES('automerge', 8);
`

export const PATIENCE = 'PRAGMA busy_timeout = 15000'

/** Before anything is in it: later it would change nothing, but wait for whoever is writing. */
export const FIRST_SETTING = 'PRAGMA auto_vacuum = INCREMENTAL'

/** Readers do not wait for a writer, nor does a writer lose what it wrote when it is killed. */
export const SETTINGS = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -16000;
PRAGMA temp_store = MEMORY;
PRAGMA journal_size_limit = 16777216;
`
