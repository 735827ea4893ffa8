-- On PostgreSQL the index of words numbers the messages.
SELECT 1;
