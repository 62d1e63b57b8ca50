// The description of each source, in a small file: a page can show it without loading the importers.

export interface SourceWords {
  readonly source: string
  readonly name: string
  /** The data that is imported. */
  readonly takes: string
  /** How to export the files. */
  readonly how: string
}

/** Read from files, each in sources.ts under the same name. */
export const fileSources: readonly SourceWords[] = [
  {
    source: 'langfuse',
    name: 'Langfuse',
    takes: 'Traces, observations and scores; datasets; prompts with labels',
    how: 'Give the files of a blob storage export, or of an export of a table, as JSON, JSON lines, CSV or Parquet; datasets and prompts as its API answers them. Traces, observations and scores belong together: give the folder.',
  },
  {
    source: 'langsmith',
    name: 'LangSmith',
    takes: 'Runs; feedback; examples of datasets',
    how: 'Give the Parquet files that a bulk export writes to your bucket, feedback as its API returns it, and datasets exported as JSON lines. Feedback belongs to runs: give the folder.',
  },
  {
    source: 'phoenix',
    name: 'Phoenix',
    takes: 'Spans with events; annotations; datasets with splits',
    how: 'Write the data frame of spans to a Parquet file (to_parquet), and download datasets as JSON lines, CSV, or from /examples. Annotations belong to spans: give the folder.',
  },
  {
    source: 'mlflow',
    name: 'MLflow',
    takes: 'Traces with assessments; prompts with aliases',
    how: 'Write traces as JSON: the result of to_dict() of each trace, as a list or in lines. Prompts are objects with name, versions and aliases.',
  },
  {
    source: 'braintrust',
    name: 'Braintrust',
    takes: 'Logs and experiments with scores; datasets',
    how: 'Give logs, experiments and datasets as JSON, JSON lines or CSV, as the pages or the API export them.',
  },
  {
    source: 'helicone',
    name: 'Helicone',
    takes: 'Requests with scores and feedback',
    how: 'Give requests as JSON, JSON lines or CSV, as the export tool or the API writes them.',
  },
  {
    source: 'weave',
    name: 'Weave',
    takes: 'Calls with feedback; datasets',
    how: 'Give calls and rows of datasets as JSON lines, JSON or CSV, as the pages or the API export them.',
  },
  {
    source: 'opik',
    name: 'Opik',
    takes: 'Traces, spans and feedback; datasets',
    how: 'Give traces, spans and dataset items as JSON, as the API answers them or `opik export` writes them.',
  },
  {
    source: 'promptfoo',
    name: 'promptfoo',
    takes: 'Prompts, tests as a testset, assertions as evaluators; results as runs',
    how: 'Give the configuration in YAML, or results in JSON. Where a configuration names files with prompts or tests, give the folder that has them, too.',
  },
  {
    source: 'openai-evals',
    name: 'OpenAI Evals',
    takes: 'Rows as testsets, named after their files; results as traces',
    how: 'Give JSON lines with input and ideal, or with item and sample; results as output items of a run, or as the log of the open-source framework.',
  },
  {
    source: 'huggingface',
    name: 'Hugging Face',
    takes: 'A dataset as testsets, splits as tags',
    how: 'Give the folder of the dataset, as `hf download` or `save_to_disk` leaves it: Parquet, JSON lines or CSV with its README, or Arrow.',
  },
]

/** A running server, which is read instead of files. */
export const agentaWords: SourceWords = {
  source: 'agenta',
  name: 'Agenta',
  takes: 'Applications, testsets and traces of a running server',
  how: 'Its server is asked by address and key.',
}

export const allSources: readonly SourceWords[] = [...fileSources, agentaWords]
