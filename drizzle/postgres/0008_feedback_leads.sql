CREATE TABLE "message_feedback" (
	"id" text PRIMARY KEY NOT NULL,
	"flow_id" text NOT NULL,
	"user_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"message_id" text NOT NULL,
	"rating" text NOT NULL,
	"content" text,
	"created_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" text PRIMARY KEY NOT NULL,
	"flow_id" text NOT NULL,
	"user_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"created_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_feedback" ADD CONSTRAINT "message_feedback_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_feedback" ADD CONSTRAINT "message_feedback_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "message_feedback_message" ON "message_feedback" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_feedback_flow" ON "message_feedback" USING btree ("flow_id","created_date");--> statement-breakpoint
CREATE INDEX "leads_flow" ON "leads" USING btree ("flow_id","created_date");--> statement-breakpoint
CREATE INDEX "leads_chat" ON "leads" USING btree ("flow_id","chat_id");--> statement-breakpoint
CREATE INDEX "leads_user" ON "leads" USING btree ("user_id");