// web/app/getting-started: code to copy that sends a first span, and other ways to fill a project.
//
// The snippets. An admin can create a key for them here.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { basePath } from '../../ui/browser/base-path.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useHasRole, useSession } from '../session.tsx'
import { showFailure } from '../toasts.tsx'
import { keyPlaceholder, snippetOf, type Language } from './snippet-texts.ts'
import styles from './getting-started.module.css'

function useNewKey() {
  const { api } = useSession()
  return useMutation({
    mutationFn: () => api.keys.create({ name: 'first program', role: 'editor', secrets: 'none' }),
    onError: showFailure,
  })
}

export function Snippets() {
  const [language, setLanguage] = useState<Language>('python')
  const canCreateKeys = useHasRole('admin')
  const key = useNewKey()
  const snippet = snippetOf[language](`${window.location.origin}${basePath}`, key.data ?? keyPlaceholder)
  return (
    <>
      <div className={styles['top']}>
        <Segments
          label="Language"
          value={language}
          onValue={setLanguage}
          options={[
            { value: 'python', name: 'Python' },
            { value: 'typescript', name: 'TypeScript' },
            { value: 'curl', name: 'curl' },
          ]}
        />
        {canCreateKeys && key.data === undefined && (
          <Button icon="key" disabled={key.isPending} onClick={() => key.mutate()}>
            Create and insert key
          </Button>
        )}
        <CopyButton label="Copy code" text={snippet} />
      </div>
      {/* A scroll container must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles['lines']} tabIndex={0}>
        {snippet}
      </pre>
      {key.data !== undefined && (
        <output>
          The key “first program” can write to this project. It is displayed only once. Copy the code before
          you leave this page.
        </output>
      )}
    </>
  )
}
