// `assay project create`: creates a project with an admin key.
import { createKey } from '../access/keys.ts'
import { createProject } from '../access/projects.ts'
import { UsageError } from '../config.ts'
import { slugCharactersMax, slugPattern } from '../versioning/slugs.ts'
import { trailOf, withStore, type Command, type Options, type Program } from './command.ts'

function slugOption(options: Options): string | undefined {
  const slug = options.get('--slug')
  if (slug !== undefined && (!slugPattern.test(slug) || slug.length > slugCharactersMax)) {
    throw new UsageError(
      `--slug must be letters, digits, '_', '-' and '.', at most ${slugCharactersMax}, not '${slug}'.`,
    )
  }
  return slug
}

export const projectCreateCommand = (program: Program): Command => ({
  words: 'project create <name>',
  help: 'Create a project with an admin key, which is printed once.',
  options: { '--slug': 'Slug of the project; default: derived from the name.' },
  run: (config, { args: [name], options }) =>
    withStore(program, config, async (store) => {
      if (name === undefined || name.trim() === '') throw new UsageError('Pass the name of the project.')
      const projectContext = await program.projectContext(config, store)
      const words = 'project create'
      const project = await createProject(projectContext, {
        request: { name, slug: slugOption(options), seedDefaults: config.seedDefaults },
        trail: trailOf(program, store, { words, operation: 'create_project' }),
      })
      const act = { words, operation: 'create_project_key', projectId: project.id }
      const { secret } = await createKey(trailOf(program, store, act), {
        clock: program.clock,
        request: {
          projectId: project.id,
          name: 'first key',
          role: 'admin',
        },
      })
      console.log(`Project ${project.slug} (${project.id})\nKey, shown only once: ${secret}`)
    }),
})
