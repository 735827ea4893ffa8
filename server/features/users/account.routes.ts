// A plain route, because one address of the specification has two meanings: an ADMIN's changes to somebody's account, and
// one's own profile.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Context, createContext } from '#server/context.ts'
import { admit, count } from '#server/guard.ts'
import { objectOf, readInput } from '#server/http/read-input.ts'
import type { Services } from '#server/services.ts'
import { userSchema } from '#shared/auth.ts'
import { AppError } from '#shared/errors.ts'
import { fullProfileSchema, saveProfileInput } from '#shared/profile.ts'
import { updateUserInput } from '#shared/users.ts'

const DOOR = 'PUT /api/v1/auth/users/:id'
const profileFields = Object.keys(saveProfileInput.shape)

type Asked = FastifyRequest<{ Params: { id: string } }>

export function mountAccounts(rest: FastifyInstance, services: Services) {
  rest.put('/auth/users/:id', async (request: Asked, reply) => {
    const ctx = await createContext(request, reply, services)
    admit(DOOR, ctx, true)
    const input = { ...objectOf(request.body), id: request.params.id }
    return profileFields.some((field) => field in input)
      ? saveProfile(ctx, services, input)
      : updateUser(ctx, services, input)
  })
}

async function saveProfile({ caller }: Context, { profile }: Services, input: { id: string }) {
  if (!caller || caller.id !== input.id) {
    throw new AppError('NOT_FOUND', 'This user does not exist.')
  }
  return fullProfileSchema.parse(await profile.save(caller.id, readInput(saveProfileInput, input)))
}

async function updateUser(ctx: Context, { userAdmin }: Services, input: object) {
  admit('users.update', ctx, true)
  await count('users.update', ctx)
  const { caller, origin } = ctx
  return caller && userSchema.parse(await userAdmin.update(caller, readInput(updateUserInput, input), origin))
}
