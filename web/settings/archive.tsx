// Exports the project as one file, and creates a project from such a file (docs/archives.md).
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { signIn } from '../app/api.ts'
import body from '../app/body.module.css'
import { refetchSessions, useSession } from '../app/session.tsx'
import { showFailure } from '../app/toasts.tsx'
import { uploadFile } from '../app/upload.ts'
import { Button } from '../ui/button.tsx'
import { downloadFile } from '../ui/browser/download.ts'
import form from '../ui/form.module.css'

function ExportProject() {
  const { api, session } = useSession()
  const { id, slug } = session.project
  const exportMutation = useMutation({
    mutationFn: async (contents: 'full' | 'configuration') => {
      const response = await api.projects.export(id, { contents }, { timeoutMs: 0 })
      const name = contents === 'full' ? slug : `${slug}-configuration`
      downloadFile(await response.blob(), `${name}.assay.tar.gz`)
    },
    onError: showFailure,
  })
  return (
    <section className={body['card']}>
      <h2>Export project</h2>
      <div className={form['inline']}>
        <Button disabled={exportMutation.isPending} onClick={() => exportMutation.mutate('full')}>
          Export project
        </Button>
        <Button disabled={exportMutation.isPending} onClick={() => exportMutation.mutate('configuration')}>
          Export configuration
        </Button>
      </div>
      <p className={body['faint']} role="status">
        {exportMutation.isPending
          ? 'Exporting. The download starts when the file is complete.'
          : 'One file for another server: all versions, testsets, traces, runs and annotations; no keys or provider keys. The configuration has no testsets, traces or runs. For large projects use assay export.'}
      </p>
    </section>
  )
}

interface ImportAnswer {
  readonly project: { readonly slug: string }
  readonly key: string
}

/** Uploads an exported file, signs in to the new project and opens it. */
function useImport() {
  const { session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [share, setShare] = useState(0)
  const importMutation = useMutation({
    mutationFn: async (file: File) => {
      setShare(0)
      const { project, key } = await uploadFile<ImportAnswer>({
        projectId: session.project.id,
        path: '/projects/import',
        fields: {},
        file,
        signal: new AbortController().signal,
        onProgress: setShare,
      })
      await signIn(key)
      await refetchSessions(client)
      return project.slug
    },
    onSuccess: (project) => navigate({ to: '/p/$project', params: { project } }),
  })
  return { importMutation, share }
}

function ImportProject() {
  const input = useRef<HTMLInputElement>(null)
  const { importMutation, share } = useImport()
  const progress = share < 1 ? `Uploading: ${Math.round(share * 100)} %` : 'Importing. This may take minutes.'
  return (
    <section className={body['card']}>
      <h2>Import project</h2>
      <div className={form['inline']}>
        <input
          ref={input}
          type="file"
          hidden
          accept=".gz"
          aria-label="Exported project"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file can be selected again after a refusal.
            target.value = ''
            if (file !== undefined) importMutation.mutate(file)
          }}
        />
        <Button icon="upload" disabled={importMutation.isPending} onClick={() => input.current?.click()}>
          Select file…
        </Button>
      </div>
      {importMutation.isError && <p role="alert">{importMutation.error.message}</p>}
      <p className={body['faint']} role="status">
        {importMutation.isPending
          ? progress
          : 'Creates a new project from an exported file of another server, and signs you in to it.'}
      </p>
    </section>
  )
}

export function ProjectArchive() {
  const { session } = useSession()
  return (
    <>
      <ExportProject />
      {session.project.is_default && <ImportProject />}
    </>
  )
}
