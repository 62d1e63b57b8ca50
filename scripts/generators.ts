// `npm run check:generators [name…]`: generates a client from docs/openapi.json with each generator that people use, and compiles
// it. It installs generators from package registries into a temporary folder, so it is no part of `npm test`. A generator whose
// tools (python3, go, java, mvn) this machine lacks is reported and skipped.
import { join } from 'node:path'
import { runTrials, type Trial } from './trials.ts'

const document = join(import.meta.dirname, '../docs/openapi.json')

const npmInstall = 'npm install --silent --no-audit --no-fund --prefix .'
const strictTsc =
  'node_modules/.bin/tsc --noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom,dom.iterable'
const maven = 'https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli'
const downloadGenerator = `curl -sSfo generator.jar ${maven}/7.25.0/openapi-generator-cli-7.25.0.jar`
const generate = 'java -jar generator.jar generate -i $DOCUMENT -o out'
const virtualEnvironment = 'python3 -m venv . && bin/pip install -q'

/** `$DOCUMENT` is the path of the interface document. */
const generators: readonly Trial[] = [
  {
    name: 'openapi-typescript',
    tools: ['npm'],
    commands: [
      `${npmInstall} openapi-typescript@7 typescript@5`,
      'node_modules/.bin/openapi-typescript $DOCUMENT -o out.ts',
      `${strictTsc} out.ts`,
    ],
  },
  {
    name: 'hey-api',
    tools: ['npm'],
    commands: [
      `${npmInstall} @hey-api/openapi-ts@0.95 typescript@5`,
      'node_modules/.bin/openapi-ts -i $DOCUMENT -o out',
      `${strictTsc} --module esnext --moduleResolution bundler out/index.ts`,
    ],
  },
  {
    name: 'openapi-python-client',
    tools: ['python3'],
    commands: [
      `${virtualEnvironment} openapi-python-client`,
      'bin/openapi-python-client generate --path $DOCUMENT --output-path out --meta none 2>&1 | tee log >/dev/null',
      '! grep -E "Endpoint will not be generated|Unable to process schema" log',
      'bin/python -m compileall -q out',
      `bin/python -c 'import out.client, out.models'`,
    ],
  },
  {
    // The suffix and the prefixes are needed because the names of schemas end in Response, and a kind of span is `client`.
    name: 'oapi-codegen',
    tools: ['go'],
    files: {
      'config.yaml':
        'package: assay\noutput: assay.go\ngenerate: {models: true, client: true}\n' +
        'compatibility: {always-prefix-enum-values: true}\noutput-options: {response-type-suffix: Reply}\n',
    },
    commands: [
      'GOBIN=$PWD go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@latest',
      './oapi-codegen -config config.yaml $DOCUMENT',
      'go mod init assay && go mod tidy && go build ./...',
    ],
  },
  {
    name: 'openapi-generator-typescript-fetch',
    tools: ['java', 'npm'],
    commands: [
      downloadGenerator,
      `${npmInstall} typescript@5`,
      `${generate} -g typescript-fetch`,
      `${strictTsc} --module esnext --moduleResolution bundler out/index.ts`,
    ],
  },
  {
    name: 'openapi-generator-python',
    tools: ['java', 'python3'],
    commands: [
      downloadGenerator,
      `${generate} -g python`,
      `${virtualEnvironment} -r out/requirements.txt`,
      'cd out && ../bin/python -m compileall -q openapi_client && ../bin/python -c "import openapi_client.models"',
    ],
  },
  {
    // The default library (okhttp-gson) writes invalid Java for an alternative that is a map. Beside `id`, the member `set_id` of a
    // testcase gives two methods `setId`.
    name: 'openapi-generator-java',
    tools: ['java', 'mvn'],
    commands: [
      downloadGenerator,
      `${generate} -g java --library restclient --name-mappings set_id=ownerId`,
      'cd out && mvn -q compile',
    ],
  },
]

await runTrials(generators, (_, runCommands) => runCommands({ DOCUMENT: document }))
