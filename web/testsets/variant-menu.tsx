// The variants of a testset: which one is read, and what can be brought from one into another.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useNavigate } from '@tanstack/react-router'
import { useHasRole, useSession } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Variant } from './queries.ts'
import menu from '../ui/menu.module.css'

/** The default variant is called like its testset: its name would say nothing. */
const nameOf = ({ name, slug }: Variant, isDefault: boolean): string =>
  isDefault ? 'Default' : (name ?? slug)

export function VariantMenu({
  slug,
  variant,
  variants,
  onVariant,
}: {
  slug: string
  variant: Variant
  variants: readonly Variant[]
  onVariant: (variant: Variant) => void
}) {
  const { session } = useSession()
  const navigate = useNavigate()
  const mayEdit = useHasRole('editor')
  const params = { project: session.project.slug, testset: slug }
  const others = variants.filter(({ id }) => id !== variant.id)
  const [first] = variants
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <Button icon="branch">
          <span className="hidden-text">Variant </span>
          {nameOf(variant, variant.id === first?.id)}
          {variants.length > 1 && <small aria-hidden="true">{variants.length}</small>}
        </Button>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
          <Menu.Label className={menu['label']}>Variants</Menu.Label>
          {variants.map((one) => (
            <Menu.Item key={one.id} className={menu['item']} onSelect={() => onVariant(one)}>
              <Icon name={one.id === variant.id ? 'check' : 'branch'} size={14} />
              {nameOf(one, one.id === first?.id)}
            </Menu.Item>
          ))}
          {others.length > 0 && (
            <>
              <Menu.Separator className={menu['separator']} />
              <Menu.Label className={menu['label']}>Compare with</Menu.Label>
              {others.map((one) => (
                <Menu.Item
                  key={one.id}
                  className={menu['item']}
                  onSelect={() =>
                    void navigate({
                      to: '/p/$project/testsets/$testset/diff/$range',
                      params: { ...params, range: `${one.slug}..${variant.slug}` },
                    })
                  }
                >
                  <Icon name="compare" size={14} />
                  {nameOf(one, one.id === first?.id)}
                </Menu.Item>
              ))}
            </>
          )}
          {mayEdit && others.length > 0 && (
            <>
              <Menu.Separator className={menu['separator']} />
              <Menu.Label className={menu['label']}>Merge into this one</Menu.Label>
              {others.map((one) => (
                <Menu.Item
                  key={one.id}
                  className={menu['item']}
                  onSelect={() =>
                    void navigate({
                      to: '/p/$project/testsets/$testset/merge',
                      params,
                      search: { into: variant.slug, from: one.slug },
                    })
                  }
                >
                  <Icon name="branch" size={14} />
                  {nameOf(one, one.id === first?.id)}
                </Menu.Item>
              ))}
            </>
          )}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
