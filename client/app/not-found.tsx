import './inside.css'
import { Button, Input, Stack } from '@mui/joy'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useIsAdmin } from '#client/api/use-session.ts'
import { matches } from '#client/components/fold-text.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { isMenuItem, menuGroups, visibleGroups } from './menu-items.ts'
import { paths } from './paths.ts'

export function NotFoundScreen() {
  const { shell } = useTexts()
  const [query, setQuery] = useState('')
  const groups = visibleGroups(menuGroups, useIsAdmin())
  const found = groups
    .flatMap(({ items }) => items.filter(isMenuItem))
    .filter(({ title }) => matches(shell.menu[title], query))

  return (
    <BarePage>
      <PageHeader title={shell.notFound.title} text={shell.notFound.text} />
      <Input
        type="search"
        aria-label={shell.notFound.search}
        placeholder={shell.notFound.search}
        startDecorator={<Search size={16} />}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        sx={{ maxWidth: 400 }}
      />
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, my: 5, gap: 1 }}>
        {found.map(({ path, title, icon: Icon }) => (
          <li key={path}>
            <Link className="place-link" to={paths.app(path)}>
              <Icon size={16} />
              {shell.menu[title]}
            </Link>
          </li>
        ))}
        {found.length === 0 && <li role="status">{shell.notFound.none(query)}</li>}
      </Stack>
      <Button component={Link} to={paths.home}>
        {shell.notFound.home}
      </Button>
    </BarePage>
  )
}
