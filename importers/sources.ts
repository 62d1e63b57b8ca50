// The list of sources that are read from files.
import type { Importer } from './importer.ts'
import { huggingface } from './sources/huggingface.ts'
import { langfuse } from './sources/langfuse.ts'
import { langsmith } from './sources/langsmith.ts'
import { mlflow } from './sources/mlflow.ts'
import { openaiEvals } from './sources/openai-evals.ts'
import { phoenix } from './sources/phoenix.ts'
import { promptfoo } from './sources/promptfoo.ts'

export const sources: ReadonlyMap<string, Importer> = new Map(
  [langfuse, langsmith, phoenix, mlflow, promptfoo, openaiEvals, huggingface].map((importer) => [
    importer.source,
    importer,
  ]),
)
