import {
  Info,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  MonitorCog,
  Moon,
  PanelTop,
  Plus,
  ShieldCheck,
  SlidersHorizontal,
  Sun,
  UserRound,
  Users,
  WalletCards,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useIsAdmin } from '#client/api/use-session.ts'
import { useColorChoice, useColorMode } from '#client/components/use-color-mode.ts'
import { useGoTo } from '#client/components/way-out.ts'
import type { Command } from '#client/features/palette/command.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { ALL_FLOWS } from '#shared/all-flows.ts'
import { useHorizontal } from '../appearance/use-appearance.ts'
import { paths } from '../paths.ts'
import { useSignOut } from '../use-sign-out.ts'
import type { Overlay } from './overlays.tsx'

const MAX_NAME = 255
const newFlowTriggers = ['new chatflow', 'new flow', 'yeni sohbet akışı', 'yeni akış']

export function useActions(
  onOpen: (overlay: Overlay) => void,
  createNamed: (name: string) => void,
): Command[] {
  const { chat, palette, shell, wallet } = useTexts()
  const dialogs = useDialogs()
  const { pathname } = useLocation()
  const [language, setLanguage] = useLanguage()
  const [isDark, setDark] = useColorMode()
  const [choice, setChoice] = useColorChoice()
  const [isHorizontal, setHorizontal] = useHorizontal()
  const goTo = useGoTo()
  const isAdmin = useIsAdmin()
  const signOut = useSignOut()
  const other = language === 'en' ? 'tr' : 'en'
  const Scheme = isDark ? Sun : Moon
  // The wallet is part of the shell, so pages outside it navigate there first.
  const shellPath = pathname.startsWith('/app') ? pathname : paths.home

  const action = (id: string, name: string, mark: Command['mark'], run: () => void): Command => ({
    id: `action.${id}`,
    group: 'actions',
    name,
    mark,
    run,
  })
  const newFlow = action('new-flow', palette.newFlow, <Plus size={16} />, () => goTo(paths.newCanvas))
  return [
    {
      ...newFlow,
      words: palette.newFlowWords,
      takes: {
        triggers: newFlowTriggers,
        name: palette.newFlowCalled,
        run: (name) => createNamed(name.slice(0, MAX_NAME)),
      },
    },
    ...(isAdmin
      ? [
          {
            ...action('new-agent-flow', palette.newAgentFlow, <Plus size={16} />, () =>
              goTo(paths.newAgentCanvas),
            ),
            words: palette.newFlowWords,
          },
        ]
      : []),
    action('add-balance', wallet.add, <WalletCards size={16} />, () => goTo(`${shellPath}?add-balance=1`)),
    action('messages', chat.messages, <MessagesSquare size={16} />, () =>
      goTo(`${paths.home}?messages=${ALL_FLOWS}`),
    ),
    action('scheme', isDark ? shell.lightMode : shell.darkMode, <Scheme size={16} />, () => setDark(!isDark)),
    ...(choice === 'system'
      ? []
      : [action('system', palette.systemScheme, <MonitorCog size={16} />, () => setChoice('system'))]),
    {
      ...action('language', palette.language, <Languages size={16} />, () => setLanguage(other)),
      aside: <span lang={other}>{shell.languageNames[other]}</span>,
      words: `${shell.languageNames.en} ${shell.languageNames.tr} language dil`,
    },
    action('menu', isHorizontal ? palette.menuBeside : palette.menuAbove, <PanelTop size={16} />, () =>
      setHorizontal(!isHorizontal),
    ),
    ...dialogs.map(({ overlay, name, icon: Icon, aside }) => ({
      ...action(overlay, name, <Icon size={16} />, () => onOpen(overlay)),
      aside,
      isHelp: overlay === 'shortcuts' || overlay === 'about',
    })),
    action('logout', shell.profile.logout, <LogOut size={16} />, signOut),
  ]
}

type OverlayEntry = { overlay: Overlay; name: string; icon: LucideIcon; aside?: ReactNode }

function useDialogs(): OverlayEntry[] {
  const { account, overlays, shell, users } = useTexts()
  const isAdmin = useIsAdmin()
  const forAdmins: OverlayEntry[] = [{ overlay: 'users', name: users.title, icon: Users }]
  return [
    { overlay: 'appearance', name: overlays.appearance.title, icon: SlidersHorizontal },
    {
      overlay: 'shortcuts',
      name: overlays.shortcuts.title,
      icon: Keyboard,
      aside: <kbd className="text-secondary surface outlined round-xs">?</kbd>,
    },
    { overlay: 'profile', name: account.profile.title, icon: UserRound },
    { overlay: 'security', name: account.security.title, icon: ShieldCheck },
    ...(isAdmin ? forAdmins : []),
    { overlay: 'about', name: shell.profile.about, icon: Info },
  ]
}
