// The description of each source, in a small file: a page can show it without loading the importers.

export interface SourceDescription {
  readonly source: string
  readonly name: string
  /** The data that is imported. */
  readonly content: string
  /** How to export the files. */
  readonly exportHelp: string
}

/** The sources that are read from files. sources.ts has the importer of each under the same name. */
export const fileSources: readonly SourceDescription[] = [
  {
    source: 'langfuse',
    name: 'Langfuse',
    content: 'Traces, observations and scores; datasets; prompts with labels',
    exportHelp:
      'Provide the files of a blob storage export, or of an export of a table, as JSON, JSON lines, CSV or Parquet; datasets and prompts as its API answers them. Traces, observations and scores belong together: provide the folder.',
  },
  {
    source: 'langsmith',
    name: 'LangSmith',
    content: 'Runs; feedback; examples of datasets',
    exportHelp:
      'Provide the Parquet files that a bulk export writes to your bucket, feedback as its API returns it, and datasets exported as JSON lines. Feedback belongs to runs: provide the folder.',
  },
  {
    source: 'phoenix',
    name: 'Phoenix',
    content: 'Spans with events; annotations; datasets with splits',
    exportHelp:
      'Write the data frame of spans to a Parquet file (to_parquet), and download datasets as JSON lines, CSV, or from /examples. Annotations belong to spans: provide the folder.',
  },
  {
    source: 'mlflow',
    name: 'MLflow',
    content: 'Traces with assessments; prompts with aliases',
    exportHelp:
      'Write traces as JSON: the result of to_dict() of each trace, as a list or in lines. Prompts are objects with name, versions and aliases.',
  },
  {
    source: 'braintrust',
    name: 'Braintrust',
    content: 'Logs and experiments with scores; datasets',
    exportHelp:
      'Provide logs, experiments and datasets as JSON, JSON lines or CSV, as the pages or the API export them.',
  },
  {
    source: 'helicone',
    name: 'Helicone',
    content: 'Requests with scores and feedback',
    exportHelp: 'Provide requests as JSON, JSON lines or CSV, as the export tool or the API writes them.',
  },
  {
    source: 'weave',
    name: 'Weave',
    content: 'Calls with feedback; datasets',
    exportHelp:
      'Provide calls and rows of datasets as JSON lines, JSON or CSV, as the pages or the API export them.',
  },
  {
    source: 'opik',
    name: 'Opik',
    content: 'Traces, spans and feedback; datasets',
    exportHelp:
      'Provide traces, spans and dataset items as JSON, as the API answers them or `opik export` writes them.',
  },
  {
    source: 'promptfoo',
    name: 'promptfoo',
    content: 'Prompts, tests as a testset, assertions as evaluators; results as runs',
    exportHelp:
      'Provide the configuration in YAML, or results in JSON. Where a configuration names files with prompts or tests, provide the folder that has them, too.',
  },
  {
    source: 'openai-evals',
    name: 'OpenAI Evals',
    content: 'Rows as testsets, named after their files; results as traces',
    exportHelp:
      'Provide JSON lines with input and ideal, or with item and sample; results as output items of a run, or as the log of the open-source framework.',
  },
  {
    source: 'huggingface',
    name: 'Hugging Face',
    content: 'A dataset as testsets, splits as tags',
    exportHelp:
      'Provide the folder of the dataset, as `hf download` or `save_to_disk` leaves it: Parquet, JSON lines or CSV with its README, or Arrow.',
  },
]

/** A running server, which is read instead of files. */
export const agentaDescription: SourceDescription = {
  source: 'agenta',
  name: 'Agenta',
  content: 'Applications, testsets and traces of a running server',
  exportHelp: 'Assay reads the server by its address and a key.',
}

export const allSources: readonly SourceDescription[] = [...fileSources, agentaDescription]
