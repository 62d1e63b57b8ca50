// The tools that have a mock, each with a button that removes it.
import { IconButton } from '../../ui/button.tsx'
import { useMocks } from './mocks.ts'
import styles from '../playground.module.css'

export function MockedTools() {
  const { mocks, removeMock } = useMocks()
  const tools = Object.keys(mocks)
  if (tools.length === 0) return null
  return (
    <ul className={styles['mocks']} aria-label="Mocked tools">
      {tools.map((tool) => (
        <li key={tool} title={mocks[tool]}>
          Every call of <code>{tool}</code> is answered by a mock
          <IconButton icon="cross" label={`Remove the mock of ${tool}`} onClick={() => removeMock(tool)} />
        </li>
      ))}
    </ul>
  )
}
