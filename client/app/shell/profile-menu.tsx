import { Dropdown, ListDivider, ListItem, Menu, MenuButton, MenuItem } from '@mui/joy'
import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useImpersonated, useUser } from '#client/api/use-session.ts'
import { initials } from '#client/components/avatar.tsx'
import { useLegalPages } from '#client/components/legal-links.tsx'
import { knownRole } from '#client/components/role-chip.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useOverlay } from '../overlays/overlays.tsx'
import { paths } from '../paths.ts'
import { useSignOut } from '../use-sign-out.ts'
import { useTransfers } from './transfers.tsx'

/** Product spec: order of the entries. Security, language and appearance are our additions between its two groups. */
export function ProfileMenu() {
  const { shell, overlays, account } = useTexts()
  const { profile, roles } = shell
  const openOverlay = useOverlay()
  const user = useUser()
  const { data: me } = trpc.auth.me.useQuery()
  const signOut = useSignOut()
  const isViewing = useImpersonated() !== undefined
  const { openExport, chooseImport, dialogs } = useTransfers()

  return (
    <>
      <Dropdown>
        <MenuButton
          slots={{ root: 'button' }}
          className="profile-button"
          aria-label={profile.button}
          title={profile.button}
        >
          {me?.avatarUrl ? (
            <img className="full-width full-height circle covers" src={me.avatarUrl} alt="" />
          ) : (
            <span aria-hidden="true" data-initials={user ? initials(user.username) : '·'} />
          )}
        </MenuButton>
        <Menu placement="bottom-end" className="shell-menu" disablePortal>
          {user && (
            <ListItem>
              <span className="profile-head grid line-18">
                <strong className="semibold">{user.username}</strong>
                <small className="text-12 text-tertiary">{user.email ?? roles[knownRole(user.role)]}</small>
              </span>
            </ListItem>
          )}
          <ListDivider />
          <MenuItem onClick={() => openOverlay('profile')}>{profile.details}</MenuItem>
          <MenuItem onClick={openExport}>{profile.export}</MenuItem>
          <MenuItem onClick={chooseImport}>{profile.import}</MenuItem>
          {(user?.role === 'ADMIN' || isViewing) && (
            <MenuItem onClick={() => openOverlay('users')}>{profile.users}</MenuItem>
          )}
          <MenuItem onClick={() => openOverlay('about')}>{profile.about}</MenuItem>
          <MenuItem onClick={signOut}>{profile.logout}</MenuItem>
          <ListDivider />
          <MenuItem onClick={() => openOverlay('security')}>{account.security.entry}</MenuItem>
          <LanguageEntry />
          <MenuItem onClick={() => openOverlay('appearance')}>{overlays.appearance.title}</MenuItem>
          <MenuItem onClick={() => openOverlay('shortcuts')}>{overlays.shortcuts.title}</MenuItem>
          <MenuItem component={Link} {...{ to: paths.docs() }}>
            {shell.pages.docs}
          </MenuItem>
          <ListDivider />
          <LegalEntries />
        </Menu>
      </Dropdown>
      {dialogs}
    </>
  )
}

function LanguageEntry() {
  const { shell } = useTexts()
  const [language, setLanguage] = useLanguage()
  const other = language === 'en' ? 'tr' : 'en'
  return (
    <MenuItem onClick={() => setLanguage(other)}>
      <span className="menu-pair row grows spread gap-16">
        {shell.language}
        <span lang={other}>{shell.languageNames[other]}</span>
      </span>
    </MenuItem>
  )
}

function LegalEntries() {
  const { shell, common } = useTexts()
  const pages = useLegalPages(trpc.version.get.useQuery().data?.links)
  return (
    <>
      <ListItem className="menu-caption">{shell.profile.legal}</ListItem>
      {pages.map(({ name, href }) => (
        <MenuItem
          key={name}
          component="a"
          {...{ href, target: '_blank', rel: 'noopener noreferrer', title: common.newTab }}
        >
          <span className="menu-pair row grows spread gap-16">
            {name}
            <ExternalLink size={13} aria-hidden="true" />
          </span>
        </MenuItem>
      ))}
    </>
  )
}
