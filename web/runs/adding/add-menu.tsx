// web/runs/adding: adds evaluators or rows to an existing run.
// A run over testcases takes rows of testsets, a run over traces takes traces.
// Imports web/runs/new, web/app and web/ui. Start here.
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
  const [dialog, setDialog] = useState<'evaluators' | 'rows'>()
  const { add, isAdding } = useAddRows(run)
  const isOfTraces = run.flags?.['has_queries'] === true || run.flags?.['has_traces'] === true
  const onClose = (): void => setDialog(undefined)
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
            <Menu.Item className={menu['item']} onSelect={() => setDialog('evaluators')}>
              <Icon name="scale" size={14} />
              Evaluators…
            </Menu.Item>
            <Menu.Item className={menu['item']} onSelect={() => setDialog('rows')}>
              <Icon name={isOfTraces ? 'traces' : 'testsets'} size={14} />
              {isOfTraces ? 'Trace…' : 'Testset rows…'}
            </Menu.Item>
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {dialog === 'evaluators' && (
        <Suspense>
          <AddEvaluators run={run} onClose={onClose} />
        </Suspense>
      )}
      <RowPicker
        open={dialog === 'rows' && !isOfTraces}
        onClose={onClose}
        onRows={(rows) => add(rows.map(({ id }) => ({ testcase_id: id })))}
      />
      <TracePicker
        open={dialog === 'rows' && isOfTraces}
        onClose={onClose}
        onTrace={(traceId) => add([{ trace_id: traceId }])}
      />
    </>
  )
}
