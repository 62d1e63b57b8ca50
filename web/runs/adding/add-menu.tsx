// What can be added to a run: evaluators, and rows of testsets or traces, as its rows are.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { lazy, Suspense, useState } from 'react'
import { RowPicker } from '../../app/trials/row-picker.tsx'
import { TracePicker } from '../../app/trials/trace-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Run } from '../run-model.ts'
import { useAddRows } from './add-rows.ts'
import menu from '../../ui/menu.module.css'

const AddEvaluators = lazy(async () => ({ default: (await import('./add-evaluators.tsx')).AddEvaluators }))

export function AddMenu({ run }: { run: Run }) {
  const [adds, setAdds] = useState<'evaluators' | 'rows'>()
  const { add, isAdding } = useAddRows(run)
  const isOfTraces = run.flags?.['has_queries'] === true || run.flags?.['has_traces'] === true
  const closed = (): void => setAdds(undefined)
  return (
    <>
      <Menu.Root>
        <Menu.Trigger asChild>
          <Button icon="plus" disabled={isAdding}>
            Add
          </Button>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
            <Menu.Item className={menu['item']} onSelect={() => setAdds('evaluators')}>
              <Icon name="scale" size={14} />
              Evaluators…
            </Menu.Item>
            <Menu.Item className={menu['item']} onSelect={() => setAdds('rows')}>
              <Icon name={isOfTraces ? 'traces' : 'testsets'} size={14} />
              {isOfTraces ? 'A trace…' : 'Rows of a testset…'}
            </Menu.Item>
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {adds === 'evaluators' && (
        <Suspense>
          <AddEvaluators run={run} onClose={closed} />
        </Suspense>
      )}
      <RowPicker
        open={adds === 'rows' && !isOfTraces}
        onClose={closed}
        onRows={(rows) => add(rows.map(({ id }) => ({ testcase_id: id })))}
      />
      <TracePicker
        open={adds === 'rows' && isOfTraces}
        onClose={closed}
        onTrace={(traceId) => add([{ trace_id: traceId }])}
      />
    </>
  )
}
