import { Activity, BookOpen, Shield } from 'lucide-react'
import { useIsAdmin } from '#client/api/use-session.ts'
import { useGoTo } from '#client/components/way-out.ts'
import type { Command } from '#client/features/palette/command.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { isMenuItem, menuGroups, visibleGroups } from '../menu-items.ts'
import { paths } from '../paths.ts'

export function usePlaces(): Command[] {
  const { shell } = useTexts()
  const isAdmin = useIsAdmin()
  const goTo = useGoTo()

  const places = visibleGroups(menuGroups, isAdmin)
    .flatMap(({ items }) => items.filter(isMenuItem))
    .map(
      ({ path, title, icon: Icon }): Command => ({
        id: `place.${path}`,
        group: 'places',
        name: shell.menu[title],
        mark: <Icon size={16} />,
        run: () => goTo(paths.app(path)),
      }),
    )
  const admin: Command[] = [
    {
      ...{ id: 'place.wallet-management', group: 'places', name: shell.admin.wallets },
      mark: <Shield size={16} />,
      run: () => goTo(paths.walletManagement),
    },
    {
      ...{ id: 'place.system', group: 'places', name: shell.admin.system },
      words: 'health monitoring metrics jobs ledger disk errors sağlık izleme ölçüm işler defter hatalar',
      mark: <Activity size={16} />,
      run: () => goTo(paths.system),
    },
  ]
  const docs: Command = {
    id: 'place.docs',
    group: 'places',
    name: shell.pages.docs,
    words: 'help guide api documentation belgeler yardım kılavuz',
    mark: <BookOpen size={16} />,
    run: () => goTo(paths.docs()),
    isHelp: true,
  }
  return isAdmin ? [...places, ...admin, docs] : [...places, docs]
}
