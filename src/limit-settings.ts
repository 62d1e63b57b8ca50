// The settings that limit requests, retention, usage, testsets and evaluations; config.ts has the others.
import { z } from 'zod'
import { GiB, MiB, integer, memoryPart, setting, toggle, type Setting } from './setting-schemas.ts'

export const limitSettings = [
  setting('connections_max', integer(1), 'Open connections per port; further ones are closed at once.', {
    default: '10000',
  }),
  setting(
    'connections_per_address_max',
    integer(1),
    'Open connections per client address, or per IPv6 /64 network. Ignored with trust_proxy: all connections come from the proxy.',
    { default: '1000' },
  ),
  setting(
    'client_seconds_max',
    integer(1, 3600),
    'How long a client may keep the server waiting: incomplete headers, bodies slower than 1 KiB a second, answers that it does not read.',
    { default: '30' },
  ),
  setting('body_bytes_max', integer(1024), 'Largest JSON request body, inflated.', {
    default: String(64 * MiB),
  }),
  setting(
    'body_values_max',
    integer(1000),
    'Most values (elements, members, lists and objects) in the JSON body of a read request, and most members of one object; a write request may have fifty times as many values. Above: 413. Each value costs time on the main thread.',
    { default: '100000' },
  ),
  setting(
    'bodies_bytes_max',
    integer(MiB),
    'Memory for the bodies of all requests; above: 429. Uploaded files are on disk and do not count. The default is at most an eighth of the memory.',
    { default: String(512 * MiB), fits: memoryPart(8, 64) },
  ),
  setting('ingest_bytes_max', integer(1024), 'Largest ingest request as received.', {
    default: String(10 * MiB),
  }),
  setting('ingest_inflated_bytes_max', integer(1024), 'Largest ingest request, inflated.', {
    default: String(64 * MiB),
  }),
  setting(
    'ingest_interval_ms',
    integer(0, 60_000),
    'Least time between two batches of accepted spans, in milliseconds: many small requests become one insert. A single request is stored at once.',
    { default: '300' },
  ),
  setting(
    'inbox_bytes_max',
    integer(1024),
    'Size of the inbox of accepted spans; above it, or above the share of a project, ingest answers 429.',
    { default: String(GiB) },
  ),
  setting(
    'retention_days',
    integer(0, 36_500),
    'Retention of traces in days, for projects without their own setting; 0: forever.',
    { default: '0' },
  ),
  setting(
    'retention_runs_days',
    integer(0, 36_500),
    'Retention of evaluation runs that did not change, and of the scenarios of live runs, in days; 0: forever.',
    { default: '0' },
  ),
  setting('retention_audit_days', integer(0, 36_500), 'Retention of audit entries in days; 0: forever.', {
    default: '0',
  }),
  setting(
    'retention_hold_days',
    integer(0, 36_500),
    'Days for which a result of an evaluation holds its trace beyond the retention of traces; 0: forever.',
    { default: '0' },
  ),
  setting('page_size_max', integer(1), 'Largest page size.', { default: '10000' }),
  setting(
    'query_seconds_max',
    integer(1),
    'Time limit of a trace query, from the arrival of its request; above: 504.',
    {
      default: '15',
    },
  ),
  setting(
    'query_memory_bytes_max',
    integer(MiB),
    'Memory limit of a trace query; above: 504. The default is at most an eighth of the memory.',
    { default: String(2 * GiB), fits: memoryPart(8, 128) },
  ),
  setting(
    'query_result_bytes_max',
    integer(MiB),
    'Largest answer of a trace query; above: 504. The default is at most a 32nd of the memory.',
    { default: String(256 * MiB), fits: memoryPart(32, 16) },
  ),
  setting('environment_entries_max', integer(1), 'Most keys of an environment.', { default: '10000' }),
  setting(
    'revision_characters_max',
    integer(1000),
    'Most characters of JSON in the data of a workflow or query revision: 4 million are parsed in some tens of milliseconds of the main thread. Testsets store their rows one by one. Resolved embeds may add the same number.',
    { default: '4000000' },
  ),
  setting(
    'embed_depth_max',
    integer(1, 100),
    'Most levels of embeds inside embeds when a revision is resolved.',
    {
      default: '10',
    },
  ),
  setting('embeds_max', integer(1, 10_000), 'Most embeds that a revision may have when it is resolved.', {
    default: '100',
  }),
  setting(
    'trace_spans_max',
    integer(1),
    'Most spans of a trace that a request writes and reads back in its answer. OTLP and the ingest routes have no such limit.',
    { default: '5000' },
  ),
  setting('requests_per_minute_max', integer(0), 'Requests per key and minute; 0 sets no limit.', {
    default: '0',
  }),
  setting(
    'wrong_keys_per_minute_max',
    integer(0),
    'Wrong keys per minute from one address, or one IPv6 /64 network. Above: 429 for all keys from that address that have not succeeded from there before. 0 sets no limit.',
    { default: '60' },
  ),
  setting(
    'archive_bytes_max',
    integer(1024),
    'Largest project archive that can be imported, as uploaded; inflated, it may have 20 times as many bytes.',
    { default: String(10 * GiB) },
  ),
  setting('testsets.id_salt', z.string(), 'Salt of testcase ids; fixed when the store is created.', {
    default: '',
  }),
  setting('testsets.rows_max', integer(1), 'Most rows of a testset revision.', { default: '5000000' }),
  setting('testsets.columns_max', integer(1), 'Most columns of a testset revision.', { default: '10000' }),
  setting('testsets.uploads_max', integer(2, 1000), 'Concurrent imports of uploads; projects share them.', {
    default: '8',
  }),
  setting('testsets.upload_bytes_max', integer(1024), 'Largest uploaded file.', { default: String(2 * GiB) }),
  setting('testsets.field_bytes_max', integer(1), 'Largest value of a row.', { default: String(64 * MiB) }),
  setting(
    'testsets.decoded_bytes_max',
    integer(1024),
    'Largest decoded upload: the length of its rows as JSON.',
    { default: String(4 * GiB) },
  ),
  setting('testsets.row_bytes_max', integer(1), 'Largest row.', { default: String(128 * MiB) }),
  setting(
    'evaluations.runs_max',
    integer(0, 1000),
    'Evaluation runs that this process executes at once; others wait, with a fair share per project. 0: none.',
    { default: '10' },
  ),
  setting(
    'evaluations.cells_max',
    integer(1, 100_000),
    'Cells that this process computes at once, over all its runs; projects share them evenly, and so do the runs of a project.',
    { default: '500' },
  ),
  setting(
    'evaluations.lease_seconds',
    integer(1, 3600),
    'Lease time: how long after the last heartbeat of a process its cells go to other processes.',
    { default: '30' },
  ),
  setting(
    'evaluations.live_traces_max',
    integer(1),
    'Most traces that a live run takes in a minute. Further ones are skipped and counted in its progress; the rate of its query samples evenly.',
    { default: '10000' },
  ),
  setting(
    'evaluations.live_backlog_minutes_max',
    integer(2),
    'How far a live run may be behind. Older traces are skipped and counted in its progress.',
    { default: '1440' },
  ),
  setting(
    'evaluations.call_seconds_max',
    integer(1, 3600),
    'Time limit for one answer of a model, or of a program with a url.',
    { default: '60' },
  ),
  setting(
    'evaluations.provider_calls_max',
    integer(1, 10_000),
    'Concurrent calls of this process to one model provider or program host.',
    { default: '20' },
  ),
  setting(
    'evaluations.provider_calls_per_minute_max',
    integer(0),
    'Calls per minute of this process to one provider or host, evenly spread; 0 sets no limit.',
    { default: '0' },
  ),
  setting(
    'evaluations.lend_key',
    toggle,
    'Whether programs with a url get a call-scoped key, valid until the call ends, to read revisions and testsets and to send spans of their trace.',
    { default: 'true' },
  ),
  setting(
    'work.processes_max',
    integer(1, 256),
    'Processes for work whose cost a request controls (templates, schemas, matchers, files): this many for one project, and as many again for all others. The default is at most the number of processors.',
    { default: '2', fits: ({ processors }) => processors },
  ),
  setting('work.seconds_max', integer(1, 3600), 'Time limit of one task in a work process.', {
    default: '20',
  }),
  setting(
    'work.memory_mb_max',
    integer(64, 65_536),
    'Memory of one work process, in megabytes. The default is at most a sixteenth of the memory.',
    { default: '1024', fits: (machine) => memoryPart(16, 128)(machine) / MiB },
  ),
  setting(
    'evaluations.sandbox_processes_max',
    integer(1, 256),
    'Processes that run code of scripts and evaluators: this many for one project, and as many again for all others. The default is at most twice the number of processors.',
    { default: '4', fits: ({ processors }) => 2 * processors },
  ),
  setting(
    'usage.spans_per_day_max',
    integer(0),
    'Spans that a project may store in a day (UTC); above: 429. 0: no limit.',
    { default: '0' },
  ),
  setting(
    'usage.bytes_per_day_max',
    integer(0),
    'Bytes of spans, inflated, that a project may store in a day (UTC); above: 429. 0: no limit.',
    { default: '0' },
  ),
  setting(
    'usage.testcases_per_day_max',
    integer(0),
    'New testcases that a project may store in a day (UTC); above: 429. 0: no limit.',
    { default: '0' },
  ),
  setting(
    'usage.calls_per_day_max',
    integer(0),
    'Calls of models in a day (UTC) above which this server executes no more programs of a project: requests get 429, runs wait. 0: no limit.',
    { default: '0' },
  ),
  setting(
    'usage.dollars_per_day_max',
    integer(0),
    'Cost of model calls in a day (UTC), in US dollars, above which this server executes no more programs of a project: requests get 429, runs wait. 0: no limit.',
    { default: '0' },
  ),
] as const satisfies readonly Setting[]
