import { Dropdown, ListDivider, ListItem, Menu, MenuButton, MenuItem } from '@mui/joy'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useUser } from '#client/api/use-session.ts'
import { useLegalPages } from '#client/components/legal-links.tsx'
import { AboutDialog } from '#client/features/account/about-dialog.tsx'
import { PasswordDialog } from '#client/features/account/password-dialog.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useSignOut } from '../use-sign-out.ts'
import { MenuHint } from './menu-hint.tsx'

/** Entries in the specification's order (§2); ours (password, language) stand between its two groups. */
export function ProfileMenu() {
  const { profile, roles } = useTexts().shell
  const [dialog, setDialog] = useState<'about' | 'password'>()
  const user = useUser()
  const signOut = useSignOut()
  const later = [profile.details, profile.export, profile.import]
  const notBuilt = user?.role === 'ADMIN' ? [...later, profile.users] : later
  const close = () => setDialog(undefined)

  return (
    <>
      <Dropdown>
        <MenuButton
          slots={{ root: 'button' }}
          className="profile-button"
          aria-label={profile.button}
          title={profile.button}
        >
          <span aria-hidden="true" data-initials={user?.username.slice(0, 2) ?? '·'} />
        </MenuButton>
        <Menu placement="bottom-end" className="shell-menu" disablePortal>
          {user && (
            <ListItem>
              <span className="profile-head">
                <strong>{user.username}</strong>
                <small>{user.email ?? roles[user.role]}</small>
              </span>
            </ListItem>
          )}
          <ListDivider />
          {notBuilt.map((name) => (
            <MenuItem key={name} disabled>
              <MenuHint name={name} hint={profile.later} />
            </MenuItem>
          ))}
          <MenuItem onClick={() => setDialog('about')}>{profile.about}</MenuItem>
          <MenuItem onClick={signOut}>{profile.logout}</MenuItem>
          <ListDivider />
          <MenuItem onClick={() => setDialog('password')}>{profile.password}</MenuItem>
          <LanguageEntry />
          <ListDivider />
          <LegalEntries />
        </Menu>
      </Dropdown>
      {dialog === 'about' && <AboutDialog onClose={close} />}
      {dialog === 'password' && <PasswordDialog onClose={close} />}
    </>
  )
}

function LanguageEntry() {
  const { shell } = useTexts()
  const [language, setLanguage] = useLanguage()
  const other = language === 'en' ? 'tr' : 'en'
  return (
    <MenuItem onClick={() => setLanguage(other)}>
      <span className="menu-pair">
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
          <span className="menu-pair">
            {name}
            <ExternalLink size={13} aria-hidden="true" />
          </span>
        </MenuItem>
      ))}
    </>
  )
}
