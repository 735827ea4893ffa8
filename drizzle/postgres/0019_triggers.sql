CREATE TABLE "trigger_log" (
	"id" text PRIMARY KEY NOT NULL,
	"flow_id" text NOT NULL,
	"kind" text NOT NULL,
	"scheduled_date" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"error" text,
	"run_id" text,
	"message_id" text,
	"delivery_key" text,
	"callback_date" timestamp (3) with time zone,
	"callback_tries" integer NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "triggers" (
	"flow_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"enabled" boolean NOT NULL,
	"missed" text NOT NULL,
	"overlap" text NOT NULL,
	"delivery_header" text,
	"secret" text,
	"version_id" text,
	"next_date" timestamp (3) with time zone,
	"last_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trigger_log" ADD CONSTRAINT "trigger_log_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "triggers" ADD CONSTRAINT "triggers_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trigger_log_scheduled" ON "trigger_log" USING btree ("flow_id","scheduled_date") WHERE "trigger_log"."kind" = 'schedule';--> statement-breakpoint
CREATE UNIQUE INDEX "trigger_log_delivery" ON "trigger_log" USING btree ("flow_id","delivery_key") WHERE "trigger_log"."delivery_key" is not null;--> statement-breakpoint
CREATE INDEX "trigger_log_flow" ON "trigger_log" USING btree ("flow_id","created_date");--> statement-breakpoint
CREATE INDEX "trigger_log_queued" ON "trigger_log" USING btree ("flow_id","scheduled_date") WHERE "trigger_log"."state" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "trigger_log_callback" ON "trigger_log" USING btree ("callback_date") WHERE "trigger_log"."callback_date" is not null;--> statement-breakpoint
CREATE INDEX "triggers_next" ON "triggers" USING btree ("next_date");