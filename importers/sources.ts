// The list of sources that are read from files.
import type { Importer } from './importer.ts'
import { braintrust } from './sources/braintrust.ts'
import { helicone } from './sources/helicone.ts'
import { huggingface } from './sources/huggingface.ts'
import { langfuse } from './sources/langfuse.ts'
import { langsmith } from './sources/langsmith.ts'
import { mlflow } from './sources/mlflow.ts'
import { opik } from './sources/opik.ts'
import { openaiEvals } from './sources/openai-evals.ts'
import { phoenix } from './sources/phoenix.ts'
import { promptfoo } from './sources/promptfoo/promptfoo.ts'
import { weave } from './sources/weave.ts'

export const sources: ReadonlyMap<string, Importer> = new Map(
  [
    langfuse,
    langsmith,
    phoenix,
    mlflow,
    braintrust,
    helicone,
    weave,
    opik,
    promptfoo,
    openaiEvals,
    huggingface,
  ].map((importer) => [importer.source, importer]),
)
