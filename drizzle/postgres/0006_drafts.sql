CREATE TABLE "flow_drafts" (
	"flow_id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"flow_data" text,
	"thumbnail" jsonb,
	"node_count" integer,
	"changes" jsonb,
	"user_id" text NOT NULL,
	"begun_date" timestamp (3) with time zone NOT NULL,
	"saved_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "flow_versions" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "flow_versions" ADD COLUMN "reason" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "flow_versions" ADD COLUMN "published_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flow_versions" ADD COLUMN "thumbnail" jsonb;--> statement-breakpoint
ALTER TABLE "flow_versions" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "flow_drafts" ADD CONSTRAINT "flow_drafts_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_drafts" ADD CONSTRAINT "flow_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_drafts_user" ON "flow_drafts" USING btree ("user_id");--> statement-breakpoint
-- Until now whatever was saved answered.
UPDATE "flow_versions" SET "published_date" = "created_date";
