// A plain route, because the product specification uses one path for two operations: an ADMIN's change of an
// account, and a user's change of their own profile.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Context, createContext } from '#server/context.ts'
import { authorize, enforceRateLimit } from '#server/guard.ts'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { objectOf, readInput } from '#server/http/read-input.ts'
import type { Services } from '#server/services.ts'
import { userSchema } from '#shared/auth.ts'
import { AppError } from '#shared/errors.ts'
import { fullProfileSchema, saveProfileInput } from '#shared/profile.ts'
import { updateUserInput } from '#shared/users.ts'

const ROUTE = 'PUT /api/v1/auth/users/:id'
const profileFields = Object.keys(saveProfileInput.shape)

type ReceivedRequest = FastifyRequest<{ Params: { id: string } }>

const docs: PlainRouteDocs = {
  id: 'updateUser',
  tag: 'Users',
  summary: 'Update a user or the own profile',
  description:
    'Fields of an account change the user and are for administrators; empty ones are ignored. Fields of a profile change the profile of the caller.',
  body: z.union([updateUserInput.omit({ id: true }), saveProfileInput]),
  requestExample: { username: 'ada', role: 'USER' },
  response: z.union([userSchema, fullProfileSchema]),
  errors: [409, 429],
}

export function mountAccounts(rest: FastifyInstance, services: Services) {
  rest.put('/auth/users/:id', { config: { docs } }, async (request: ReceivedRequest, reply) => {
    const ctx = await createContext(request, reply, services)
    authorize(ROUTE, ctx, true)
    const input = { ...objectOf(request.body), id: request.params.id }
    return profileFields.some((field) => field in input)
      ? saveProfile(ctx, services, input)
      : updateUser(ctx, services, input)
  })
}

async function saveProfile(ctx: Context, { profile, audit }: Services, input: { id: string }) {
  const { caller, origin } = ctx
  const isOwn = caller?.id === input.id
  if (!(caller && (isOwn || caller.role === 'ADMIN'))) {
    throw new AppError('NOT_FOUND', 'This user does not exist.')
  }
  if (!isOwn) {
    authorize('users.update', ctx, true)
    await enforceRateLimit('users.update', ctx)
  }
  const saved = await profile.save(input.id, readInput(saveProfileInput, input))
  if (!isOwn) {
    const entry = { route: 'users.update', input: { userId: input.id }, output: undefined }
    await audit.record({ ...entry, kind: 'admin', caller, origin })
  }
  return fullProfileSchema.parse(saved)
}

async function updateUser(ctx: Context, { userAdmin }: Services, input: object) {
  authorize('users.update', ctx, true)
  await enforceRateLimit('users.update', ctx)
  const { caller, origin } = ctx
  return caller && userSchema.parse(await userAdmin.update(caller, readInput(updateUserInput, input), origin))
}
