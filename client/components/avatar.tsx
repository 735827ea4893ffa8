import './avatar.css'
import { useState } from 'react'
import { knownRole, roleLooks } from './role-chip.tsx'

type Props = {
  username: string
  role: string
  avatarUrl?: string | null | undefined
  size?: 's' | 'l'
  badge?: boolean
}

/**
 * The chosen picture, else initials in the role's colour. Hidden from screen readers, since the name is beside it.
 */
export function Avatar({ username, role, avatarUrl, size = 's', badge = false }: Props) {
  const known = knownRole(role)
  const [broken, setBroken] = useState<string>()
  return (
    <span
      className="avatar rigid relative semibold circle items-centered inline-grid"
      data-role={known}
      data-size={size}
      aria-hidden="true"
    >
      {avatarUrl && avatarUrl !== broken ? (
        <img
          className="full-width full-height circle covers"
          src={avatarUrl}
          alt=""
          onError={() => setBroken(avatarUrl)}
        />
      ) : (
        initials(username)
      )}
      {badge && (
        <small className="centered absolute surface outlined height-26 circle">
          {roleLooks[known].emoji}
        </small>
      )}
    </span>
  )
}

/** `elif.demir` is ED, `deniz` is DE. Usernames are ASCII, so upper case needs no locale. */
export function initials(username: string): string {
  const [first = '', second] = username.split(/[._-]+/).filter(Boolean)
  return (second ? `${first.charAt(0)}${second.charAt(0)}` : first.slice(0, 2)).toUpperCase()
}
