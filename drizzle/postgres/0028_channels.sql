CREATE TABLE "channel_chats" (
	"chat_id" text PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"chat_key" text NOT NULL,
	"alias" text,
	"address" jsonb NOT NULL,
	"name" text NOT NULL,
	"last_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_events" (
	"id" text PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"event_key" text NOT NULL,
	"kind" text NOT NULL,
	"chat_id" text,
	"message_id" text,
	"text" text NOT NULL,
	"files" jsonb,
	"state" text NOT NULL,
	"status" text,
	"error_code" text,
	"error" text,
	"job_id" text,
	"tries" integer NOT NULL,
	"sent_date" timestamp (3) with time zone NOT NULL,
	"received_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"message_id" text NOT NULL,
	"place" integer NOT NULL,
	"text" text NOT NULL,
	"is_by_ai" boolean NOT NULL,
	"fence" bigint NOT NULL,
	"state" text NOT NULL,
	"platform_id" text,
	"error_code" text,
	"error" text,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"flow_id" text,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"sealed" text NOT NULL,
	"account_id" text NOT NULL,
	"account_name" text NOT NULL,
	"account_address" text NOT NULL,
	"verified_date" timestamp (3) with time zone,
	"error" text,
	"error_date" timestamp (3) with time zone,
	"connected_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "jobs_due";--> statement-breakpoint
ALTER TABLE "channel_chats" ADD CONSTRAINT "channel_chats_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_events" ADD CONSTRAINT "channel_events_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_parts" ADD CONSTRAINT "channel_parts_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_chats_key" ON "channel_chats" USING btree ("channel_id","chat_key");--> statement-breakpoint
CREATE INDEX "channel_chats_alias" ON "channel_chats" USING btree ("channel_id","alias");--> statement-breakpoint
CREATE INDEX "channel_chats_newest" ON "channel_chats" USING btree ("channel_id","last_date");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_events_key" ON "channel_events" USING btree ("channel_id","event_key");--> statement-breakpoint
CREATE INDEX "channel_events_received" ON "channel_events" USING btree ("channel_id","received_date");--> statement-breakpoint
CREATE INDEX "channel_events_message" ON "channel_events" USING btree ("channel_id","message_id");--> statement-breakpoint
CREATE INDEX "channel_events_pending" ON "channel_events" USING btree ("chat_id","sent_date","id") WHERE "channel_events"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "channel_events_chat" ON "channel_events" USING btree ("chat_id","received_date");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_parts_place" ON "channel_parts" USING btree ("message_id","place");--> statement-breakpoint
CREATE INDEX "channel_parts_open" ON "channel_parts" USING btree ("chat_id","created_date") WHERE "channel_parts"."state" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "channel_parts_created" ON "channel_parts" USING btree ("channel_id","created_date");--> statement-breakpoint
CREATE INDEX "channel_parts_platform" ON "channel_parts" USING btree ("channel_id","platform_id");--> statement-breakpoint
CREATE INDEX "channel_parts_chat" ON "channel_parts" USING btree ("chat_id","created_date");--> statement-breakpoint
CREATE INDEX "channels_user" ON "channels" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "channels_flow" ON "channels" USING btree ("flow_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channels_account" ON "channels" USING btree ("kind","account_id") WHERE "channels"."flow_id" is not null;--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("user_id","created_date","id","state","run_date","kind") WHERE "jobs"."state" in ('queued', 'running');