CREATE TABLE "wallet_approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"asked_by" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_micro" bigint NOT NULL,
	"reverses" text,
	"reason" text NOT NULL,
	"reference" text NOT NULL,
	"request_hash" text NOT NULL,
	"state" text NOT NULL,
	"decided_by" text,
	"decided_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_approvals_amount" CHECK ("wallet_approvals"."amount_micro" <> 0),
	CONSTRAINT "wallet_approvals_reversal" CHECK (("wallet_approvals"."kind" = 'reversal') = ("wallet_approvals"."reverses" is not null)),
	CONSTRAINT "wallet_approvals_decided" CHECK (("wallet_approvals"."state" = 'pending') = ("wallet_approvals"."decided_by" is null)),
	CONSTRAINT "wallet_approvals_two_people" CHECK ("wallet_approvals"."decided_by" <> "wallet_approvals"."asked_by")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_approvals_reference" ON "wallet_approvals" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "wallet_approvals_pending" ON "wallet_approvals" USING btree ("created_date") WHERE "wallet_approvals"."state" = 'pending';