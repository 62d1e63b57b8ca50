// Tabs. Arrow keys switch between them.
import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface Tab<V extends string> {
  readonly value: V
  readonly name: string
  readonly count?: number | undefined
  readonly panel: () => ReactNode
}

export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onValue,
}: {
  label: string
  tabs: readonly Tab<V>[]
  value: V
  onValue: (value: V) => void
}) {
  return (
    <Radix.Root className={styles['tabs']} value={value} onValueChange={(next) => onValue(next as V)}>
      <Radix.List className={styles['list']} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles['tab']}>
            {tab.name}
            {tab.count !== undefined && tab.count > 0 && <small>{tab.count}</small>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={styles['panel']}>
          {tab.value === value && tab.panel()}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
