// `npm run --silent sbom > sbom.json`: every package of an installation with its version, licence and hash, as CycloneDX.
// npm writes the list. Without development packages npm also omits packages that production needs (such as zod), so this
// asks for all packages, and marks those that the lock file has for development only with the scope `excluded`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly scope?: string
}

interface Bill {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
}

interface LockedPackage {
  readonly version?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}
/** Packages that production needs, as `name@version`. A package may be installed at several paths. */
const productionPackages = new Set(
  Object.entries(packages)
    .filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`),
)

const bill = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }),
) as Bill

const scopeOf = ({ name, version, scope }: Component): string =>
  productionPackages.has(`${name}@${version}`) ? (scope ?? 'required') : 'excluded'

console.log(
  JSON.stringify(
    {
      ...bill,
      // npm takes the name of the directory.
      metadata: { ...bill.metadata, component: { ...bill.metadata.component, name: 'assay' } },
      components: bill.components.map((component) => ({ ...component, scope: scopeOf(component) })),
    },
    undefined,
    2,
  ),
)
