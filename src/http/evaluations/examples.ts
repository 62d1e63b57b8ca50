// Long examples of evaluation schemas for the OpenAPI document.
export const environmentUseExample = {
  environment: { id: '01a1e2ea-c999-7958-88ae-c78ef640784e', slug: 'production' },
  environment_variant: { id: '01a1e2ea-c999-7c31-a207-90514dcd3343', slug: 'b94cffbade56' },
  environment_revision: { id: '01a1e2ea-ccb8-73d2-9408-533ed97fff3b', slug: 'a619af0948ff', version: '1' },
  key: 'deployed.revision',
  revision: { id: '01a1e2ea-cc85-780c-a12a-fc7ba1af26f2', slug: '29d767bc2c98', version: '0' },
  author: '01a1e2ea-c9be-7143-a458-341829f30493',
  date: '2026-11-16T05:53:21.080219Z',
  message: 'first',
} as const

export const evaluationManifestExample = {
  run_id: '01a1e27e-75bf-7d0e-b252-fa1fb3600635',
  revisions: [
    {
      name: 'testset:testset_revision',
      id: '01a1e27e-6f8f-7883-869a-493fff42bb9a',
      version: '1',
      content_hash: '63672dbff1a41cdacd988abfc7b8d2bff572ef26d1c5a342614e466a698a68b8',
    },
    {
      name: 'application:application_revision',
      id: '01a1e27e-7011-7eed-8a1e-7e35db0c714d',
      version: '1',
      content_hash: '56bf1246b899df3a6e5817d600b505f014531b49205c75f3ff48abc482ca146c',
    },
  ],
  testcases_hash: 'c2c013c86a9c92e22f966f3d8617768f8b7a44c902adcc097bfa1e098afb4e1f',
  prices_hash: '3aefac0d9915883c791346c58eab09b2fb97132f421e243c473dd9967e4d2714',
  program_version: '0.1.0',
  created_at: '2026-11-16T03:55:02.158209Z',
  hash: 'e4cd128d760ad335f87eb9d2fe4f8edbf85cc5a1be820bb8881acd2732e29843',
} as const

export const evaluationProgressExample = {
  run_id: '01a1e242-f351-7595-a0d1-51cf1f1dd11a',
  status: 'queued',
  is_active: true,
  executor: 'server',
  scenarios: { total: 2, pending: 1, errors: 1 },
  cells: { total: 6, done: 1, failed: 1, running: 0, waiting: 2, manual: 2 },
  started_at: '2026-11-16T02:50:01.015194Z',
  last_change_at: '2026-11-16T02:50:01.940210Z',
  estimated_end: '2026-11-16T02:50:03.151000Z',
} as const

export const evaluationResultExample = {
  id: '01a1e261-5532-7589-9dc3-53d0de5c32bc',
  version: '2025-07-14',
  run_id: '01a1e261-52b5-7170-9b79-d1fa53162060',
  scenario_id: '01a1e261-543d-751a-b6cf-d6b87ed4aa4e',
  step_key: 'whatever',
  repeat_idx: 0,
  status: 'success',
  created_at: '2026-11-16T03:23:12.050358Z',
  created_by_id: '01a1e260-a863-7199-91ca-b460651fe62b',
} as const

export const evaluationRunExample = {
  id: '01a1e27e-75bf-7d0e-b252-fa1fb3600635',
  version: '2025-07-14',
  flags: {
    is_live: false,
    is_active: false,
    is_closed: false,
    is_queue: false,
    is_cached: false,
    is_split: false,
    has_queries: false,
    has_testsets: true,
    has_traces: false,
    has_testcases: false,
    has_evaluators: false,
    has_custom: false,
    has_human: false,
    has_auto: false,
  },
  status: 'pending',
  testset_revision_id: '01a1e27e-6f8f-7883-869a-493fff42bb9a',
  data: {
    steps: [
      {
        key: 'testset',
        type: 'input',
        origin: 'custom',
        references: {
          testset_revision: {
            id: '01a1e27e-6f8f-7883-869a-493fff42bb9a',
            slug: '50ccd645f65a',
            version: '1',
          },
          testset: { id: '01a1e27e-6f24-7fba-a818-ab60e7c946a6', slug: 'tour-cities' },
          testset_variant: { id: '01a1e27e-6f54-7ef1-a303-97e5cf062497', slug: 'ec30653c8e40' },
        },
      },
      {
        key: 'application',
        type: 'invocation',
        origin: 'custom',
        references: {
          application_revision: {
            id: '01a1e27e-7011-7eed-8a1e-7e35db0c714d',
            slug: '23f44442d30a',
            version: '1',
          },
          application: { id: '01a1e27e-6fe5-72c8-b21b-073385eb0983', slug: 'tour-app' },
          application_variant: { id: '01a1e27e-7003-76c0-aff5-ec07467cde74', slug: '91cf341e82ae' },
        },
      },
    ],
    repeats: 1,
  },
  created_at: '2026-11-16T03:55:00.927861Z',
  created_by_id: '01a1e27e-6ebc-7902-8f8e-0068ef5d49f0',
} as const

export const evaluatorMetricQualityExample = {
  n: 4,
  equal: 0.75,
  interval: [0.30064184258240184, 0.9544127391902995],
  kappa: 0.5,
  values: ['cold', 'warm'],
  matrix: [
    [2, 0],
    [1, 1],
  ],
  path: 'tone',
  kind: 'category',
  people_path: 'tone',
  disagreements: [
    {
      run_id: '01a1e3fb-92e3-7195-840e-f87af6eaf474',
      scenario_id: '01a1e3fb-92f7-78c4-a927-9c24d57d84b6',
      trace_id: '25bc1e862243231f7daa27612844924c',
      evaluator: 'warm',
      people: 'cold',
    },
  ],
  disagreement_count: 1,
} as const

export const queueAgreementExample = {
  measures: [
    {
      step_key: 'evaluator-aacae5b6739c',
      measure: 'cohen_kappa',
      value: 0.4,
      items: 3,
      raters: 2,
      observed: 0.6666666666666667,
      path: 'helpful',
      scale: 'nominal',
    },
    {
      step_key: 'evaluator-aacae5b6739c',
      measure: 'krippendorff_alpha',
      value: 0.5454545454545454,
      items: 3,
      raters: 2,
      observed: 0.6666666666666667,
      path: 'tone',
      scale: 'ordinal',
    },
  ],
  disagreements: [
    {
      step_key: 'evaluator-aacae5b6739c',
      path: 'helpful',
      scenario_id: '01a1e3b6-94b9-759d-bdbb-a0ee7ee4b653',
      trace_id: 'e04a38b8664b5037f256f5dd1efb657d',
      values: [
        { user_id: '01a1e3b5-c775-7112-97c5-6233a2a668d8', value: true },
        { user_id: '01a1e3b5-c7b2-79db-9145-70072f659eac', value: false },
      ],
    },
    {
      step_key: 'evaluator-aacae5b6739c',
      path: 'tone',
      scenario_id: '01a1e3b6-94b9-759d-bdbb-a0ee7ee4b653',
      trace_id: 'e04a38b8664b5037f256f5dd1efb657d',
      values: [
        { user_id: '01a1e3b5-c775-7112-97c5-6233a2a668d8', value: 5 },
        { user_id: '01a1e3b5-c7b2-79db-9145-70072f659eac', value: 2 },
      ],
    },
  ],
  disagreement_count: 2,
} as const

export const simpleEvaluationExample = {
  id: '01a1e242-ad41-77fb-b9f1-d5affabbf3f9',
  version: '2025-07-14',
  flags: {
    is_live: true,
    is_active: true,
    is_closed: false,
    is_queue: false,
    is_cached: false,
    is_split: false,
    has_queries: true,
    has_testsets: false,
    has_traces: false,
    has_testcases: false,
    has_evaluators: true,
    has_custom: false,
    has_human: false,
    has_auto: true,
  },
  data: {
    status: 'queued',
    query_steps: { '01a1e242-abbd-780c-9480-b033e95857c7': 'custom' },
    evaluator_steps: { '01a1e242-8640-7e8f-8ce9-0c0d2076b495': 'auto' },
    repeats: 1,
  },
  created_at: '2026-11-16T02:49:42.977531Z',
  created_by_id: '01a1e242-6aba-735c-93ac-46eacc7e1fb9',
  updated_at: '2026-11-16T02:49:42.978064Z',
  updated_by_id: '01a1e242-6aba-735c-93ac-46eacc7e1fb9',
} as const

export const simpleQueueExample = {
  id: '01a1e243-e9c8-7f4f-95e8-8fed5327b7d1',
  version: '2025-07-14',
  flags: { is_sequential: false, is_default: false },
  run_id: '01a1e243-e9c8-72c0-bcff-f3f6e424b4dc',
  name: 'reviews',
  status: 'running',
  data: { kind: 'testcases', evaluators: { '01a1e243-dbf0-7814-971f-61753d0eb4b5': 'human' }, repeats: 1 },
  created_at: '2026-11-16T02:51:04.008963Z',
  created_by_id: '01a1e243-d9f3-76ed-9a26-c2066b32d3aa',
} as const
