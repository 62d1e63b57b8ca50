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
    source: 'promptfoo',
    name: 'promptfoo',
    takes: 'Prompts, tests as a testset, assertions as evaluators',
    how: 'Give the configuration in YAML. Where it names files with prompts, give the folder that has them, too.',
  },
  {
    source: 'openai-evals',
    name: 'OpenAI Evals',
    takes: 'Rows as testsets, named after their files',
    how: 'Give JSON lines with input and ideal, or with item and sample.',
  },
  {
    source: 'huggingface',
    name: 'Hugging Face',
    takes: 'A dataset as testsets, splits as tags',
    how: 'Give the folder of the dataset, as `hf download` leaves it: Parquet, JSON lines or CSV with its README.',
  },
]

/** A running server, which is asked instead of files. */
export const agentaWords: SourceWords = {
  source: 'agenta',
  name: 'Agenta',
  takes: 'Applications, testsets and traces of a running server',
  how: 'Its server is asked by address and key.',
}

export const allSources: readonly SourceWords[] = [...fileSources, agentaWords]
