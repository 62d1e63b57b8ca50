// Mocks of tools: a mock answers every call of its tool with the same text, so that the model is called again at once. This
// browser stores the mocks of a project.
import { useApi } from '../../app/session.tsx'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { createStore } from '../../ui/store.ts'
import type { Mocks } from './conversation.ts'

const editedMocks = createStore<ReadonlyMap<string, Mocks>>(new Map())
const storageName = (projectId: string): string => `tool-mocks.${projectId}`

export const mocksOf = (projectId: string): Mocks =>
  editedMocks.get().get(projectId) ?? readLocal<Mocks>(storageName(projectId), {})

export function useMocks() {
  const { projectId } = useApi()
  editedMocks.use()
  const replace = (mocks: Mocks): void => {
    editedMocks.set(new Map([...editedMocks.get(), [projectId, mocks]]))
    writeLocal(storageName(projectId), mocks)
  }
  return {
    mocks: mocksOf(projectId),
    setMocks: (mocks: Mocks): void => replace({ ...mocksOf(projectId), ...mocks }),
    removeMock: (tool: string): void =>
      replace(Object.fromEntries(Object.entries(mocksOf(projectId)).filter(([name]) => name !== tool))),
  }
}
