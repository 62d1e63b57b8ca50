// web/artifacts/usage: code to paste that uses an application. usage-code.ts is pure; usage-tab.tsx is the tab.
//
// Code that uses an application from a program: fetches its prompt, or runs it on the server. The key is read from
// ASSAY_API_KEY. This file is pure.

export type Language = 'typescript' | 'python' | 'curl'

/** `fetch`: the program calls the model itself; `run`: the server does. */
export type Purpose = 'fetch' | 'run'

/** The revision deployed to an environment, one version of a variant, or its newest version. */
export type Target =
  | { readonly environment: string }
  | { readonly variant: string; readonly version: string }
  | { readonly variant: string }

export interface SnippetInput {
  readonly origin: string
  readonly application: string
  readonly target: Target
  readonly purpose: Purpose
  /** The built-in that runs the application: `completion`, `chat`, …. */
  readonly service: string
  /** Example inputs. */
  readonly inputs: Readonly<Record<string, unknown>>
}

/** References for a retrieve request. */
function retrieveBody({ application, target }: SnippetInput): object {
  return {
    application_ref: { slug: application },
    ...('environment' in target
      ? { environment_ref: { slug: target.environment } }
      : {
          application_variant_ref: { slug: target.variant },
          ...('version' in target ? { application_revision_ref: { version: target.version } } : {}),
        }),
    resolve: true,
  }
}

/** References and inputs for an invoke request. */
function invokeBody({ application, target, inputs }: SnippetInput): object {
  return {
    references: {
      application: { slug: application },
      ...('environment' in target
        ? { environment: { slug: target.environment } }
        : {
            application_variant: { slug: target.variant },
            ...('version' in target ? { application_revision: { version: target.version } } : {}),
          }),
    },
    data: { inputs },
  }
}

const pathOf = ({ purpose, service }: SnippetInput): string =>
  purpose === 'fetch' ? '/api/applications/revisions/retrieve' : `/api/services/${service}/latest/invoke`

const bodyOf = (input: SnippetInput): object =>
  input.purpose === 'fetch' ? retrieveBody(input) : invokeBody(input)

const json = (value: object): string => JSON.stringify(value, undefined, 2)
const shellQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function typescript(input: SnippetInput): string {
  const { origin, application, target, inputs } = input
  const head = `import { Assay } from '@assay/sdk'

const assay = new Assay({ url: ${JSON.stringify(origin)}, key: process.env['ASSAY_API_KEY'] })
`
  if (input.purpose === 'run') {
    return `${head}
const answer = await assay.services.invoke(${JSON.stringify(input.service)}, 'latest', ${json(invokeBody(input))})
console.log(answer.data?.outputs)`
  }
  return `${head}
const prompt = await assay.prompts.get(${json({ application, ...target })})
// { model, messages, … }: send it to an OpenAI-compatible client
const request = prompt.format(${json(inputs)})
console.log(JSON.stringify(request.messages))`
}

const python = (input: SnippetInput): string => `import json, os, urllib.request

body = json.loads(r'''${json(bodyOf(input)).replaceAll("'''", String.raw`\u0027\u0027\u0027`)}''')
request = urllib.request.Request(
    ${JSON.stringify(`${input.origin}${pathOf(input)}`)},
    data=json.dumps(body).encode(),
    headers={"Authorization": "ApiKey " + os.environ["ASSAY_API_KEY"], "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(${input.purpose === 'fetch' ? 'answer["application_revision"]["data"]["parameters"]' : 'answer["data"]["outputs"]'})`

const curl = (input: SnippetInput): string => `curl -sS ${shellQuote(`${input.origin}${pathOf(input)}`)} \\
  -H "Authorization: ApiKey $ASSAY_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d ${shellQuote(json(bodyOf(input)))}`

export const codeOf: Readonly<Record<Language, (input: SnippetInput) => string>> = {
  typescript,
  python,
  curl,
}
