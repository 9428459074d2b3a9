CREATE TABLE match (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    id text NOT NULL UNIQUE,           -- of this record and no other
    settings text NOT NULL,            -- JSON
    openings text NOT NULL,            -- SHA-256 of the file of openings, if there is one
    concurrency bigint NOT NULL,       -- games at a time; 0 for one on each processor
    started bigint NOT NULL,           -- milliseconds since 1970
    identities text NOT NULL,          -- JSON, a list: plyd, the library and the engines since a time and so many games
    digest bytea NOT NULL              -- SHA-256 of the columns from id on
);

CREATE TABLE progress (
    match integer PRIMARY KEY REFERENCES match ON DELETE CASCADE,
    games bigint NOT NULL,             -- how many rows the table of games has of this match
    digest bytea NOT NULL,
    writes bigint NOT NULL,            -- transactions so far
    owner text NOT NULL,               -- who wrote the last one
    owner_key text NOT NULL,           -- of this run of the owner and no other
    seen timestamptz NOT NULL          -- when the owner began, or wrote the last one
) WITH (fillfactor = 50);

CREATE TABLE game (
    match integer NOT NULL REFERENCES match ON DELETE CASCADE,
    number bigint NOT NULL,            -- from 0, in the order of the plan
    round bigint NOT NULL,             -- from 0
    first bigint NOT NULL,             -- the engine that played the first player, by its place in the settings, from 0
    second bigint NOT NULL,
    half_points bigint NOT NULL,       -- of the first player: 0 lost, 1 drawn, 2 won
    termination text NOT NULL,
    detail text NOT NULL,              -- JSON, as are the other texts from outside: PostgreSQL has no text with a zero byte
    setup text NOT NULL,               -- JSON; an empty text for the start position
    moves text NOT NULL,               -- JSON: m move, n as people write it, p player (2: a roll), e evaluation (s score,
                                       -- d depth, n nodes, t microseconds, l microseconds left on the clock)
    started bigint NOT NULL,           -- milliseconds since 1970
    ended bigint NOT NULL,
    voided bigint NOT NULL,            -- how often it was begun before, and given up
    standard_error text NOT NULL,      -- JSON: the end of what the engine at fault wrote to it
    digest bytea NOT NULL,             -- SHA-256 of the values before it, as in a record that is a file
    PRIMARY KEY (match, number)
);

CREATE TABLE worker (
    match integer NOT NULL REFERENCES match ON DELETE CASCADE,
    name text NOT NULL,
    first_seen bigint NOT NULL,        -- milliseconds since 1970
    last_seen bigint NOT NULL,
    games bigint NOT NULL,             -- games that it was the first to bring
    quarantined text,                  -- why it is in quarantine, if it is
    PRIMARY KEY (match, name)
);

CREATE TABLE unit (                    -- a result of a worker
    match integer NOT NULL REFERENCES match ON DELETE CASCADE,
    id bigint GENERATED ALWAYS AS IDENTITY,
    worker text NOT NULL,
    first bigint NOT NULL,             -- its first encounter
    encounters bigint NOT NULL,
    attempt bigint NOT NULL,           -- how often it was handed out
    scale double precision NOT NULL,   -- by which clocks were scaled; 1 without
    digest text NOT NULL,              -- SHA-256 of its games without their times
    games bigint NOT NULL,
    new text NOT NULL,                 -- the numbers of its games that were not stored before: 0-41,44
    received bigint NOT NULL,          -- milliseconds since 1970
    PRIMARY KEY (match, id)
);
CREATE INDEX unit_by_first ON unit (match, first, encounters, worker);
CREATE INDEX unit_by_worker ON unit (match, worker);

CREATE TABLE conflict (                -- games that went differently than those in the table of games
    match integer NOT NULL REFERENCES match ON DELETE CASCADE,
    number bigint NOT NULL,
    worker text NOT NULL,
    digest text NOT NULL,              -- SHA-256 of the game without its times
    reason text NOT NULL,
    game text NOT NULL,                -- JSON
    PRIMARY KEY (match, number, worker, digest)
);

CREATE TABLE withdrawn (               -- games of workers in quarantine, and results of void games
    match integer NOT NULL REFERENCES match ON DELETE CASCADE,
    number bigint NOT NULL,
    worker text NOT NULL,
    digest text NOT NULL,
    reason text NOT NULL,
    game text NOT NULL,
    PRIMARY KEY (match, number, worker, digest)
);
