// Projects: each has its own records, keys and traces, and sees nothing of the others.
import type { Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import { operator, type AuditTrail, type Recorded } from './audit.ts'
import type { Scope } from './scope.ts'
import type { Key, Project, RelationalStore, RelationalTx } from '../storage/contract/contract.ts'
import { insertKey } from './keys.ts'

/** Stands as the author of what no key did: the records a project starts with. */
export const systemActorId = operator.actorId

export interface ProjectRequest {
  readonly name: string
  readonly slug?: string | undefined
  readonly seedDefaults: boolean
  /** The project whose share it uses; absent: its own. */
  readonly shareId?: string | undefined
}

export interface ProjectMaking {
  readonly store: RelationalStore
  readonly clock: Clock
  /** Writes what a project starts with. */
  readonly seed: (scope: Scope, tx: RelationalTx) => Promise<void>
  readonly slugFromName: (name: string) => string
}

export async function insertProject(
  making: ProjectMaking,
  tx: RelationalTx,
  request: ProjectRequest,
): Promise<Project> {
  const { clock } = making
  const made = making.slugFromName(request.name)
  let slug = request.slug ?? (made === '' ? clock.hex(12) : made)
  const id = clock.id()
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
    slug = `${made}-${clock.hex(12)}`
  }
  if (request.seedDefaults) {
    const scope: Scope = {
      projectId: id,
      actorId: systemActorId,
      role: 'admin',
      store: making.store,
      touched: () => undefined,
    }
    await making.seed(scope, tx)
  }
  const project = await tx.project(id)
  if (project === undefined) throw new AssayError('not_found', 'Project not found.')
  return project
}

export const createProject = (
  making: ProjectMaking,
  request: ProjectRequest,
  trail?: AuditTrail,
): Promise<Project> =>
  (trail?.store ?? making.store).write(async (tx) => {
    const project = await insertProject(making, tx, request)
    trail?.about(project.id)
    trail?.touched('project', project.id)
    return project
  })

export interface FirstStart {
  readonly project: Project
  /** The key to show, once; undefined when the project was there already. */
  readonly made: { readonly key: Key; readonly secret: string } | undefined
}

/** The first project and its key, made when the store has none; safe when several processes start together. */
export const ensureFirstProject = (
  making: ProjectMaking,
  options: { readonly apiKey: string | undefined; readonly seedDefaults: boolean },
): Promise<FirstStart> =>
  making.store.write(async (tx) => {
    // Whoever fixes this setting first makes the project; the others wait on its row and find the project there.
    await tx.fixStoreSetting('first_project', 'made')
    const existing = await tx.projects({ includeArchived: true })
    const [first] = existing
    if (first !== undefined) return { project: first, made: undefined }
    const project = await insertProject(making, tx, {
      name: 'Default',
      slug: 'default',
      seedDefaults: options.seedDefaults,
    })
    const made = await insertKey(tx, making.clock, {
      projectId: project.id,
      name: 'first key',
      role: 'admin',
      secret: options.apiKey,
    })
    return { project, made }
  })

export const renameProject = (
  trail: Recorded,
  { project, name }: { readonly project: Project; readonly name: string },
): Promise<Project> =>
  trail.store.write(async (tx) => {
    await tx.renameProject(project.id, name)
    trail.touched('project', project.id)
    return { ...project, name }
  })

export async function setProjectArchived(
  trail: Recorded,
  clock: Clock,
  input: { readonly id: string; readonly archived: boolean },
): Promise<Project> {
  return trail.store.write(async (tx) => {
    const project = await tx.project(input.id)
    if (project === undefined) throw new AssayError('not_found', 'Project not found.')
    const archivedAt = input.archived ? (project.archivedAt ?? clock.now()) : undefined
    await tx.setProjectArchived(project.id, archivedAt)
    trail.touched('project', project.id)
    return { ...project, archivedAt }
  })
}
