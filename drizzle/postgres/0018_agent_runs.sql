CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"flow_data" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_waits" (
	"run_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"node_id" text NOT NULL,
	"user_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"session_id" text NOT NULL,
	"wait" jsonb NOT NULL,
	"opened_date" timestamp (3) with time zone NOT NULL,
	"deadline" timestamp (3) with time zone,
	CONSTRAINT "run_waits_run_id_id_pk" PRIMARY KEY("run_id","id")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "program" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "parent_run_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "is_public" boolean;--> statement-breakpoint
ALTER TABLE "run_waits" ADD CONSTRAINT "run_waits_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_waits_user" ON "run_waits" USING btree ("user_id","opened_date");--> statement-breakpoint
CREATE INDEX "run_waits_deadline" ON "run_waits" USING btree ("deadline") WHERE "run_waits"."deadline" is not null;--> statement-breakpoint
CREATE INDEX "runs_session" ON "runs" USING btree ("flow_id","session_id","started_date") WHERE "runs"."program" is not null;