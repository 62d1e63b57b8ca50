// Models without a cost, with the reasons.
import { Link } from '@tanstack/react-router'
import { groupsQuery, type Group } from '../../app/analytics/analytics.ts'
import body from '../../app/body.module.css'
import { useSession } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { useQuery } from '@tanstack/react-query'
import { LoadedPart } from '../parts.tsx'

const range = '30d'
const window = { focus: 'spans', range, filter: 'attributes.ag.meta.request.model exists' } as const

type OnModel = ((model: string) => void) | undefined

function ModelRow({ group, onModel }: { group: Group; onModel: OnModel }) {
  const { session } = useSession()
  const { values, total, tokens } = group
  const model = String(values?.[0])
  return (
    <tr>
      <td>
        <Link
          to="/p/$project/traces"
          params={{ project: session.project.slug }}
          search={{
            focus: 'spans',
            range,
            filter: `attributes.ag.meta.request.model = ${JSON.stringify(model)}`,
          }}
        >
          {model}
        </Link>
      </td>
      <td>{tokens === 0 ? 'Its spans have no token counts' : 'It has no price, or the price is 0'}</td>
      <td data-align="right">{count(total)}</td>
      <td data-align="right">
        {tokens > 0 && onModel !== undefined && <Button onClick={() => onModel(model)}>Set a price</Button>}
      </td>
    </tr>
  )
}

export function ModelsWithoutCost({ onModel }: { onModel: OnModel }) {
  const { api } = useSession()
  const groups = useQuery(groupsQuery(api, window, { by: ['model'], order: 'total', limit: 500 }))
  return (
    <LoadedPart query={groups}>
      {(modelGroups) => {
        const rows = modelGroups
          .filter(({ cost, values }) => cost === 0 && typeof values?.[0] === 'string')
          .toSorted((a, b) => b.total - a.total)
        return (
          <section className={body['card']}>
            <h2>Missing costs</h2>
            <p className={body['faint']}>
              A span has a cost if it reports one, or if it names a model with a price and has token counts.
              Prices apply to spans that arrive after the prices were set; <code>assay reprice</code> computes
              the costs of stored spans again.
            </p>
            {rows.length === 0 && <p>All models of the last 30 days have costs.</p>}
            {rows.length > 0 && (
              <div className={body['wide']}>
                <table className={body['table']}>
                  <thead>
                    <tr>
                      <th scope="col">Model without a cost, last 30 days</th>
                      <th scope="col">Reason</th>
                      <th scope="col" data-align="right">
                        Calls
                      </th>
                      <th scope="col">
                        <span className="hidden-text">Set a price</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((group) => (
                      <ModelRow key={String(group.values?.[0])} group={group} onModel={onModel} />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </section>
        )
      }}
    </LoadedPart>
  )
}
