CREATE TABLE "conversations" (
	"flow_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"chat_type" text NOT NULL,
	"platform" text NOT NULL,
	"sequence" integer NOT NULL,
	"message_count" integer NOT NULL,
	"unread" integer NOT NULL,
	"fence" bigint NOT NULL,
	"is_ai_off" boolean NOT NULL,
	"switched_by" text,
	"switched_date" timestamp (3) with time zone,
	"requested_date" timestamp (3) with time zone,
	"has_operator" boolean NOT NULL,
	"rating" text,
	"failure" text,
	"cost_micro" bigint NOT NULL,
	"title" text NOT NULL,
	"preview" text NOT NULL,
	"preview_by" text NOT NULL,
	"started_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversations_flow_id_chat_id_pk" PRIMARY KEY("flow_id","chat_id")
);
--> statement-breakpoint
CREATE TABLE "conversation_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"flow_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"text" text NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "messages_chat";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "operator_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "number" bigint;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_entries" ADD CONSTRAINT "conversation_entries_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_flow" ON "conversations" USING btree ("flow_id","updated_date");--> statement-breakpoint
CREATE INDEX "conversations_user" ON "conversations" USING btree ("user_id","updated_date");--> statement-breakpoint
CREATE INDEX "conversation_entries_chat" ON "conversation_entries" USING btree ("flow_id","chat_id","created_date");--> statement-breakpoint
CREATE INDEX "conversation_entries_user" ON "conversation_entries" USING btree ("user_id");--> statement-breakpoint
-- Messages stored so far are numbered, and each chat gets its row.
UPDATE messages SET sequence = numbered.place
FROM (
	SELECT id AS message_id, row_number() OVER (PARTITION BY flow_id, chat_id ORDER BY created_date, role DESC, id) AS place
	FROM messages
) AS numbered
WHERE numbered.message_id = messages.id;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_sequence" ON "messages" USING btree ("flow_id","chat_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_number" ON "messages" USING btree ("number");--> statement-breakpoint
CREATE INDEX "messages_unindexed" ON "messages" USING btree ("created_date") WHERE "messages"."number" is null;--> statement-breakpoint
INSERT INTO conversations (
	flow_id, chat_id, user_id, session_id, chat_type, platform, sequence, message_count, unread, fence, is_ai_off,
	has_operator, rating, cost_micro, title, preview, preview_by, started_date, updated_date
)
SELECT
	first.flow_id, first.chat_id, first.user_id, newest.session_id, first.chat_type,
	CASE first.chat_type WHEN 'INTERNAL' THEN 'canvas' WHEN 'EXTERNAL' THEN 'api' ELSE lower(first.chat_type) END,
	counted.size, counted.size, 0, (extract(epoch from first.created_date) * 1000)::bigint, false, false,
	(
		SELECT message_feedback.rating FROM message_feedback
		JOIN messages AS rated ON rated.id = message_feedback.message_id
		WHERE rated.flow_id = first.flow_id AND rated.chat_id = first.chat_id
		ORDER BY message_feedback.created_date DESC, message_feedback.id DESC LIMIT 1
	),
	coalesce(spent.cost_micro, 0), substr(first.content, 1, 200), substr(newest.content, 1, 200),
	CASE newest.role WHEN 'userMessage' THEN 'visitor' ELSE 'bot' END, first.created_date, newest.created_date
FROM (SELECT flow_id, chat_id, count(*) AS size FROM messages GROUP BY flow_id, chat_id) AS counted
JOIN messages AS first ON first.flow_id = counted.flow_id AND first.chat_id = counted.chat_id AND first.sequence = 1
JOIN messages AS newest
	ON newest.flow_id = counted.flow_id AND newest.chat_id = counted.chat_id AND newest.sequence = counted.size
LEFT JOIN (SELECT flow_id, chat_id, sum(cost_micro) AS cost_micro FROM runs GROUP BY flow_id, chat_id) AS spent
	ON spent.flow_id = counted.flow_id AND spent.chat_id = counted.chat_id;
