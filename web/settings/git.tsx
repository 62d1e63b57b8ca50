// The Git card of the Project section: how to clone the project and its artifacts.
import { CloneCommand, cloneHint } from '../app/git/clone-menu.tsx'
import body from '../app/body.module.css'

export function GitPart() {
  return (
    <section className={body['card']}>
      <h2>Git</h2>
      <p>The whole project is a read-only Git repository with a folder per artifact:</p>
      <CloneCommand />
      <p>
        Every artifact is a Git repository: variants are branches, versions are commits, and{' '}
        <code>git push</code> creates versions. The menu of an artifact has the command that clones it.
      </p>
      <CloneCommand path="applications/<slug>" />
      <p className={body['faint']}>
        Other kinds: <code>evaluators</code>, <code>workflows</code>, <code>testsets</code>,{' '}
        <code>queries</code>, <code>environments</code>. {cloneHint}
      </p>
    </section>
  )
}
