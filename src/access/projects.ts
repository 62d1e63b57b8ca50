// Projects: each has its own records, keys and traces, isolated from all others.
import type { Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import { operator, type AuditTrail, type OperatorTrail } from './audit.ts'
import type { Scope } from './scope.ts'
import type { Key, Project, RelationalStore, RelationalTx } from '../storage/contract/contract.ts'
import { insertKey } from './keys.ts'

/** The author of records that no key wrote, such as the initial records of a project. */
export const systemActorId = operator.actorId

export interface ProjectRequest {
  /** The id of a project whose records are already stored. Absent: a new id. */
  readonly id?: string | undefined
  readonly name: string
  readonly slug?: string | undefined
  readonly seedDefaults: boolean
  /** The project whose resource share the new project uses; absent: it has its own. */
  readonly shareId?: string | undefined
}

export interface ProjectContext {
  readonly store: RelationalStore
  readonly clock: Clock
  /** Writes the initial records of a project. */
  readonly seed: (scope: Scope, tx: RelationalTx) => Promise<void>
  readonly slugFromName: (name: string) => string
}

export async function insertProject(
  projectContext: ProjectContext,
  { tx, request }: { readonly tx: RelationalTx; readonly request: ProjectRequest },
): Promise<Project> {
  const { clock } = projectContext
  const slugBase = projectContext.slugFromName(request.name)
  let slug = request.slug ?? (slugBase === '' ? clock.hex(12) : slugBase)
  const id = request.id ?? clock.id()
  while (
    !(await tx.insertProject({
      id,
      slug,
      name: request.name,
      createdAt: clock.now(),
      archivedAt: undefined,
      ...(request.shareId === undefined ? {} : { shareId: request.shareId }),
    }))
  ) {
    if (request.slug !== undefined) {
      throw new AssayError('slug_conflict', {
        message: `A project with slug '${slug}' already exists.`,
        conflict: { slug },
      })
    }
    slug = `${slugBase}-${clock.hex(12)}`
  }
  if (request.seedDefaults) {
    const scope: Scope = {
      projectId: id,
      actorId: systemActorId,
      role: 'admin',
      store: projectContext.store,
      recordResource: () => undefined,
    }
    await projectContext.seed(scope, tx)
  }
  const project = await tx.project(id)
  if (project === undefined) throw new AssayError('not_found', 'Project not found.')
  return project
}

export const createProject = (
  projectContext: ProjectContext,
  { request, trail }: { readonly request: ProjectRequest; readonly trail?: AuditTrail | undefined },
): Promise<Project> =>
  (trail?.store ?? projectContext.store).write(async (tx) => {
    const project = await insertProject(projectContext, { tx, request })
    trail?.setProject(project.id)
    trail?.recordResource('project', project.id)
    return project
  })

export interface FirstProject {
  readonly project: Project
  /** The key to print once; undefined when the project already existed. */
  readonly newKey: { readonly key: Key; readonly secret: string } | undefined
}

/** Creates the first project and its key if the store has none; safe when several processes start at once. */
export const ensureFirstProject = (
  projectContext: ProjectContext,
  options: { readonly apiKey: string | undefined; readonly seedDefaults: boolean },
): Promise<FirstProject> =>
  projectContext.store.write(async (tx) => {
    // The first process that sets this setting creates the project. The others wait for its row lock and then find
    // the project.
    await tx.initStoreSetting('first_project', 'made')
    const existingProjects = await tx.projects({ includeArchived: true })
    const [first] = existingProjects
    if (first !== undefined) return { project: first, newKey: undefined }
    const project = await insertProject(projectContext, {
      tx,
      request: {
        name: 'Default',
        slug: 'default',
        seedDefaults: options.seedDefaults,
      },
    })
    const firstKey = await insertKey(tx, {
      clock: projectContext.clock,
      request: {
        projectId: project.id,
        name: 'first key',
        role: 'admin',
        secret: options.apiKey,
      },
    })
    return { project, newKey: firstKey }
  })

export const renameProject = (
  trail: OperatorTrail,
  { project, name }: { readonly project: Project; readonly name: string },
): Promise<Project> =>
  trail.store.write(async (tx) => {
    await tx.renameProject(project.id, name)
    trail.recordResource('project', project.id)
    return { ...project, name }
  })

export async function setProjectArchived(
  trail: OperatorTrail,
  {
    clock,
    input,
  }: { readonly clock: Clock; readonly input: { readonly id: string; readonly archived: boolean } },
): Promise<Project> {
  return trail.store.write(async (tx) => {
    const project = await tx.project(input.id)
    if (project === undefined) throw new AssayError('not_found', 'Project not found.')
    const archivedAt = input.archived ? (project.archivedAt ?? clock.now()) : undefined
    await tx.setProjectArchived(project.id, archivedAt)
    trail.recordResource('project', project.id)
    return { ...project, archivedAt }
  })
}
